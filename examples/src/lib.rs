//! What the examples share: the person at the terminal, and how a leg on the wire is printed.
