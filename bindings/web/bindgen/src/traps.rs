//! Panics as what comes of them here: a trap. The target has no place to which a message could be written, so that neither the message nor
//! the place in the sources is seen by anybody; the code that hands them over, and the places, are left out.

use std::collections::HashSet;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, DataSection, Module};
use wasmparser::{CustomSectionReader, Data, DataKind, FunctionBody, KnownCustom, Name, Operator, Parser, Payload};

/// The functions of the standard library that end in a panic: what their mangled names have in them.
const PANICS: [&str; 8] = [
    "9panicking",
    "13unwrap_failed",
    "13expect_failed",
    "16slice_index_fail",
    "16slice_error_fail",
    "13assert_failed",
    "12handle_error",
    "18handle_alloc_error",
];
/// Its crates.
const STANDARD: [&str; 3] = ["4core", "5alloc", "3std"];

/// The module without the messages of panics, and without sections of names and the like.
pub(crate) fn trapping(module: &[u8]) -> Result<Vec<u8>, Error> {
    let mut written = Module::new();
    Trapping { panics: panics(module)? }.parse_core_module(&mut written, Parser::new(0), module)?;
    Ok(written.finish())
}

/// The functions that end in a panic.
fn panics(module: &[u8]) -> Result<HashSet<u32>, Error> {
    let mut panics = HashSet::new();
    for payload in Parser::new(0).parse_all(module) {
        let Payload::CustomSection(section) = payload? else { continue };
        let KnownCustom::Name(section) = section.as_known() else { continue };
        for named in section {
            let Name::Function(map) = named? else { continue };
            for naming in map {
                let naming = naming?;
                let has = |part: &&str| naming.name.contains(part);
                if STANDARD.iter().any(has) && PANICS.iter().any(has) {
                    panics.insert(naming.index);
                }
            }
        }
    }
    Ok(panics)
}

/// Writes a module anew.
struct Trapping {
    panics: HashSet<u32>,
}

impl Reencode for Trapping {
    type Error = std::convert::Infallible;

    fn parse_function_body(&mut self, code: &mut CodeSection, body: FunctionBody<'_>) -> Result<(), Error> {
        let mut kept: Vec<Operator<'_>> = Vec::new();
        for operator in body.get_operators_reader()? {
            let operator = operator?;
            // Behind a call that never returns stands what says so.
            let ends = matches!(operator, Operator::Unreachable)
                && matches!(kept.last(), Some(Operator::Call { function_index }) if self.panics.contains(function_index));
            if ends {
                kept.pop();
                // What it is given is put together just before.
                while kept.last().is_some_and(is_plain) {
                    kept.pop();
                }
            }
            kept.push(operator);
        }
        let mut function = self.new_function_with_parsed_locals(&body)?;
        for operator in kept {
            function.instruction(&self.instruction(operator)?);
        }
        code.function(&function);
        Ok(())
    }

    fn parse_data(&mut self, data: &mut DataSection, datum: Data<'_>) -> Result<(), Error> {
        let start = match &datum.kind {
            DataKind::Active { offset_expr, .. } => match offset_expr.get_operators_reader().read()? {
                Operator::I32Const { value } => u32::try_from(value).ok(),
                _ => None,
            },
            DataKind::Passive => None,
        };
        let Some(start) = start else { return wasm_encoder::reencode::utils::parse_data(self, data, datum) };
        let bytes = without_places(datum.data, start as usize);
        wasm_encoder::reencode::utils::parse_data(self, data, Data { data: &bytes, ..datum })
    }

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Result<(), Error> {
        Ok(())
    }
}

/// Whether nothing but the stack, locals and memory change here, and what comes next is next in the code.
fn is_plain(operator: &Operator<'_>) -> bool {
    use Operator::{
        Block, Br, BrIf, BrTable, Call, CallIndirect, Else, End, If, Loop, Return, ReturnCall, ReturnCallIndirect,
        Unreachable,
    };
    !matches!(
        operator,
        Block { .. }
            | Loop { .. }
            | If { .. }
            | Else
            | End
            | Br { .. }
            | BrIf { .. }
            | BrTable { .. }
            | Return
            | Call { .. }
            | CallIndirect { .. }
            | ReturnCall { .. }
            | ReturnCallIndirect { .. }
            | Unreachable
    )
}

/// Data from an address on with zeros for places in the sources: the address and the length of a file's name, a line and a column.
fn without_places(data: &[u8], start: usize) -> Vec<u8> {
    let mut kept = data.to_vec();
    let (words, _) = data.as_chunks::<4>();
    for (at, place) in words.windows(4).enumerate() {
        let [file, length, line, column] = [0, 1, 2, 3].map(|word| u32::from_le_bytes(place[word]) as usize);
        let from = file.checked_sub(start);
        let name = from.and_then(|from| data.get(from..from.checked_add(length)?).map(|name| (from, name)));
        let is_small = |number: usize| (1..start).contains(&number);
        if let Some((from, name)) = name
            && name.ends_with(b".rs")
            && is_small(line)
            && is_small(column)
        {
            kept[4 * at..4 * at + 16].fill(0);
            kept[from..from + length].fill(0);
        }
    }
    kept
}
