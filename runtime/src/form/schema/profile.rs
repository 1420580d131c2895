//! JSON → profile.
