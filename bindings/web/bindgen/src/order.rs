//! The functions of a module in an order in which they compress well: gzip looks no further back than 32 kB, and most functions are much
//! like others that the same generic code became.

use std::cmp::{Ordering, Reverse};
use std::collections::{HashMap, VecDeque};

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, Operator, Parser, Payload, TypeRef,
};

/// How many functions come first as they are called most often: their numbers have one byte.
const ONE_BYTE: usize = 128;
/// How far back gzip looks.
const WINDOW: usize = 32 << 10;
/// Functions are alike that have the same runs of so many bytes: short ones, and longer ones that count besides.
const RUNS: [usize; 3] = [6, 12, 24];
/// A run that more functions have says nothing.
const COMMON: usize = 1000;

/// A function as it is.
struct Function {
    calls: u32,
    size: usize,
    /// The runs that it shares with others, by their numbers.
    runs: Vec<usize>,
}

/// The module with its functions in order, and without sections of names and the like.
pub(crate) fn in_order(module: &[u8]) -> Result<Vec<u8>, Error> {
    let (imported, functions) = functions(module)?;
    let order = Line::of(&functions, ONE_BYTE.saturating_sub(imported as usize));
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
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => {
                let mut operators = body.get_operators_reader()?;
                while !operators.eof() {
                    if let Operator::Call { function_index } = operators.read()? {
                        *calls.entry(function_index).or_default() += 1;
                    }
                }
                bodies.push(&module[body.range()]);
            }
            _ => {}
        }
    }
    let function = |(index, (body, runs)): (u32, (&&[u8], _))| Function {
        calls: calls.get(&index).copied().unwrap_or_default(),
        size: body.len(),
        runs,
    };
    Ok((imported, (imported..).zip(bodies.iter().zip(runs(&bodies))).map(function).collect()))
}

/// The runs of each function that others have too.
fn runs(bodies: &[&[u8]]) -> Vec<Vec<usize>> {
    let mut numbers: HashMap<&[u8], usize> = HashMap::new();
    let mut having: Vec<usize> = Vec::new();
    let mut all = Vec::new();
    for body in bodies {
        let mut runs = Vec::new();
        for run in RUNS.iter().flat_map(|&length| body.windows(length)) {
            let next = numbers.len();
            runs.push(*numbers.entry(run).or_insert(next));
        }
        runs.sort_unstable();
        runs.dedup();
        having.resize(numbers.len(), 0);
        runs.iter().for_each(|&run| having[run] += 1);
        all.push(runs);
    }
    for runs in &mut all {
        runs.retain(|&run| (2..COMMON).contains(&having[run]));
    }
    all
}

/// Functions that are put one behind the other.
struct Line<'f> {
    functions: &'f [Function],
    /// Which functions have a run.
    having: Vec<Vec<usize>>,
    order: Vec<usize>,
    placed: Vec<bool>,
    /// Those at the end which gzip still sees, and their bytes.
    seen: VecDeque<usize>,
    bytes: usize,
    /// How many of those have a run.
    times: Vec<u32>,
    /// Of each function, how many of its runs are seen.
    shared: Vec<u64>,
}

impl<'f> Line<'f> {
    /// The order: first so many that are called most often, then always the one that is most like what stands before it.
    fn of(functions: &'f [Function], often: usize) -> Vec<usize> {
        let count = functions.iter().flat_map(|function| &function.runs).max().map_or(0, |last| last + 1);
        let mut having = vec![Vec::new(); count];
        for (at, function) in functions.iter().enumerate() {
            function.runs.iter().for_each(|&run| having[run].push(at));
        }
        let mut line = Self {
            functions,
            having,
            order: Vec::new(),
            placed: vec![false; functions.len()],
            seen: VecDeque::new(),
            bytes: 0,
            times: vec![0; count],
            shared: vec![0; functions.len()],
        };
        let mut by_calls: Vec<usize> = (0..functions.len()).collect();
        by_calls.sort_by_key(|&at| Reverse(functions[at].calls));
        by_calls.iter().take(often).for_each(|&at| line.put(at));
        let rest =
            |line: &Self| (0..functions.len()).filter(|&at| !line.placed[at]).max_by(|&a, &b| line.compare(a, b));
        while let Some(at) = rest(&line) {
            line.put(at);
        }
        line.order
    }

    /// Which of two is more like what is seen. By shares of their sizes short ones would all come first, by numbers of runs long ones;
    /// the powers are between both. Of equals the one that comes first in the module.
    fn compare(&self, a: usize, b: usize) -> Ordering {
        let [(shared_a, size_a), (shared_b, size_b)] =
            [a, b].map(|at| (u128::from(self.shared[at]).pow(3), (self.functions[at].size as u128 + 20).pow(2)));
        (shared_a * size_b).cmp(&(shared_b * size_a)).then(b.cmp(&a))
    }

    /// Puts a function behind the others.
    fn put(&mut self, at: usize) {
        self.order.push(at);
        self.placed[at] = true;
        self.seen.push_back(at);
        self.bytes += self.functions[at].size;
        for &run in &self.functions[at].runs {
            self.times[run] += 1;
            if self.times[run] == 1 {
                self.having[run].iter().for_each(|&other| self.shared[other] += 1);
            }
        }
        while self.bytes > WINDOW {
            let Some(first) = self.seen.pop_front() else { return };
            self.bytes -= self.functions[first].size;
            for &run in &self.functions[first].runs {
                self.times[run] -= 1;
                if self.times[run] == 0 {
                    self.having[run].iter().for_each(|&other| self.shared[other] -= 1);
                }
            }
        }
    }
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
