//! The rules of `grammar/pippinzip.pest`.

crate::text::grammar::grammar!("pippinzip");
