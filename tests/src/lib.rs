//! What the end-to-end tests share: servers, clients, and a person who answers from a script.
