//! Words that say that a field asks for a secret.
