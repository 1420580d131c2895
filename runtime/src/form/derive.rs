//! What the expansions of the derives call. No part of the public interface.
#![doc(hidden)]
