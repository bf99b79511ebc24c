//! The language server for a web worker: it receives messages and works in slices.

use std::sync::Arc;

use pipscribe::findings::BookAddress;
use pipscribe_lsp::{Environment, SteppedServer};
use wasm_bindgen::prelude::*;

use crate::other_modules::explain;

#[wasm_bindgen]
extern "C" {
    /// Returns the milliseconds of the system's clock.
    #[wasm_bindgen(js_namespace = Date)]
    fn now() -> f64;
}

/// Environment of a web page: no files, and a book at an address.
struct Page {
    book: Option<BookAddress<'static>>,
}

impl Environment for Page {
    fn book(&self) -> Option<BookAddress<'static>> {
        self.book
    }

    fn explanation(&self, name: &str) -> Option<String> {
        explain(name)
    }
}

/// Language server that works only when called. Messages are JSON without headers.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LanguageServer(SteppedServer);

#[wasm_bindgen]
impl LanguageServer {
    /// Creates a server whose findings link to the book at an address, by default the one that the
    /// build sets.
    #[wasm_bindgen(constructor)]
    pub fn new(book: Option<String>) -> Self {
        // Leaks one address for the lifetime of the page.
        let address = book.and_then(|book| BookAddress::new(Box::leak(book.into_boxed_str())));
        Self(SteppedServer::for_one_text(Arc::new(Page {
            book: address.or_else(BookAddress::of_build),
        })))
    }

    /// Handles a message. Returns the responses.
    pub fn receive(&mut self, message: &str) -> Vec<String> {
        self.0.receive(message)
    }

    /// Does background work for about the given time. Returns the messages to the client.
    pub fn work(&mut self, milliseconds: f64) -> Vec<String> {
        let end = now() + milliseconds;
        self.0.work(&mut || now() >= end)
    }

    /// Returns true if there is no work left.
    #[wasm_bindgen(getter, js_name = isIdle)]
    pub fn is_idle(&self) -> bool {
        self.0.is_idle()
    }
}
