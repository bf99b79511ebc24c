//! Records that many tests use.

/// A valid record in canonical form.
pub(crate) const VALID: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. c2 *
"#;

/// The same record as someone may type it.
pub(crate) const UNTIDY: &str = r#"[Game "gipf"]
[Variant "basic"]
b3 c2"#;

/// A record whose second turn is illegal.
pub(crate) const BROKEN: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. a2-c5 *
"#;
