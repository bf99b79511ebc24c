//! The rules of `grammar/gipf.pest`.

crate::text::grammar::grammar!("gipf");
