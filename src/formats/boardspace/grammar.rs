//! The rules of `grammar/boardspace.pest`.

crate::text::grammar::grammar!("boardspace");
