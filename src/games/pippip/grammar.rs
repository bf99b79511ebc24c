//! The rules of `grammar/pippip.pest`.

crate::text::grammar::grammar!("pippip");
