//! Nothing; see `Cargo.toml`.
