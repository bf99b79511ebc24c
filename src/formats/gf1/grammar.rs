//! The rules of `grammar/gf1.pest`.

crate::text::grammar::grammar!("gf1");
