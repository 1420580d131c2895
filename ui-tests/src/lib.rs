//! Holds no code: the tests are in `tests/`, the cases in `<macro>/{fail,pass}/`.
