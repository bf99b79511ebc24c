//! The language server, for a worker of a browser: it is handed messages, and works in slices.

use std::sync::Arc;

use pipscribe::findings::BookAddress;
use pipscribe::lsp::{SteppedServer, Surroundings};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds of the system's clock.
    #[wasm_bindgen(js_namespace = Date)]
    fn now() -> f64;
}

/// A page without files, with a book that lies beside it.
struct Page {
    book: Option<BookAddress<'static>>,
}

impl Surroundings for Page {
    fn book(&self) -> Option<BookAddress<'static>> {
        self.book
    }
}

/// A language server that does nothing by itself: messages go in and come out, as JSON without heads.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LanguageServer(SteppedServer);

#[wasm_bindgen]
impl LanguageServer {
    /// A server whose findings link to the book at that address, or to where it is published.
    #[wasm_bindgen(constructor)]
    pub fn new(book: Option<String>) -> Self {
        // There is one address for as long as the page is open.
        let address = book.and_then(|book| BookAddress::new(Box::leak(book.into_boxed_str())));
        Self(SteppedServer::new(Arc::new(Page { book: Some(address.unwrap_or(BookAddress::PUBLISHED)) })))
    }

    /// Takes in a message; gives the answers.
    pub fn receive(&mut self, message: &str) -> Vec<String> {
        self.0.receive(message)
    }

    /// Goes on with what nobody waits for, about as long as that; gives what there is to tell.
    pub fn work(&mut self, milliseconds: f64) -> Vec<String> {
        let end = now() + milliseconds;
        self.0.work(&mut || now() >= end)
    }

    /// Whether there is nothing to work on.
    #[wasm_bindgen(getter, js_name = isIdle)]
    pub fn is_idle(&self) -> bool {
        self.0.is_idle()
    }
}
