//! The rules of `grammar/pipe.pest`.

crate::text::grammar::grammar!("pipe");
