//! The rules of `grammar/sgf.pest`.

crate::text::grammar::grammar!("sgf");
