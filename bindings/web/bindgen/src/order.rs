//! The functions of a module in an order in which they compress well: gzip looks no further back than 32 kB, and a function is most
//! alike to those that the same generic one became.

use std::cmp::Reverse;
use std::collections::HashMap;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, KnownCustom, Name, Operator, Parser,
    Payload, TypeRef,
};

/// How many functions come first as they are called most often: their numbers have one byte.
const ONE_BYTE: usize = 128;

/// A function as it was.
struct Function {
    calls: u32,
    name: String,
    size: usize,
}

/// The module with its functions in order, and without sections of names and the like.
pub(crate) fn in_order(module: &[u8]) -> Result<Vec<u8>, Error> {
    let (imported, functions) = functions(module)?;
    let mut order: Vec<usize> = (0..functions.len()).collect();
    order.sort_by_key(|&at| Reverse(functions[at].calls));
    let often = ONE_BYTE.saturating_sub(imported as usize).min(order.len());
    order[often..].sort_by_key(|&at| (&functions[at].name, functions[at].size, at));
    let mut places = vec![0; order.len()];
    for (place, &at) in (imported..).zip(&order) {
        places[at] = place;
    }
    let mut ordered = Module::new();
    InOrder { imported, order, places }.parse_core_module(&mut ordered, Parser::new(0), module)?;
    Ok(ordered.finish())
}

/// How many functions are imported, and the others.
fn functions(module: &[u8]) -> Result<(u32, Vec<Function>), Error> {
    let mut imported = 0;
    let mut calls: HashMap<u32, u32> = HashMap::new();
    let mut names: HashMap<u32, String> = HashMap::new();
    let mut sizes = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => {
                sizes.push(body.range().len());
                let mut operators = body.get_operators_reader()?;
                while !operators.eof() {
                    if let Operator::Call { function_index } = operators.read()? {
                        *calls.entry(function_index).or_default() += 1;
                    }
                }
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    for named in section {
                        if let Name::Function(map) = named? {
                            for naming in map {
                                let naming = naming?;
                                names.insert(naming.index, without_hash(naming.name).to_owned());
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let function = |(index, size)| Function {
        calls: calls.get(&index).copied().unwrap_or_default(),
        name: names.remove(&index).unwrap_or_default(),
        size,
    };
    Ok((imported, (imported..).zip(sizes).map(function).collect()))
}

/// A name without what tells apart what one generic function became: `_ZN4core3ptr9drop_glue17h0123456789abcdefE`.
fn without_hash(name: &str) -> &str {
    name.rsplit_once("17h").map_or(name, |(name, _)| name)
}

/// Writes a module anew.
struct InOrder {
    imported: u32,
    /// Which function comes first, second and so on, of those that are not imported.
    order: Vec<usize>,
    /// The new number of each.
    places: Vec<u32>,
}

impl Reencode for InOrder {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let place = function.checked_sub(self.imported).and_then(|at| self.places.get(at as usize));
        Ok(place.copied().unwrap_or(function))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for at in 0..self.order.len() {
            functions.function(self.type_index(types[self.order[at]])?);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for at in 0..self.order.len() {
            self.parse_function_body(code, bodies[self.order[at]].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Result<(), Error> {
        Ok(())
    }
}
