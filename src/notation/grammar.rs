//! The rules of `grammar/notation.pest`.

crate::text::grammar::grammar!("notation");
