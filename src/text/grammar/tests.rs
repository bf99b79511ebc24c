//! The tables read as pest does: its own machine for grammars read when the program runs is the other one.

use std::fmt::Debug;
use std::path::Path;

use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pairs;
use pest::{Parser, RuleType};
use pest_vm::Vm;
use proptest::collection::vec;
use proptest::prelude::*;

use super::{Definition, Expression};

/// Each grammar by a module, which can be tried on a text.
macro_rules! grammars {
    ($($name:ident)*) => {
        $(mod $name {
            crate::text::grammar::grammar!(stringify!($name));

            pub(super) fn compare(vm: &pest_vm::Vm, decisions: &[u8]) -> Result<usize, super::TestCaseError> {
                super::compare::<Rule, Grammar>(&RULES, vm, decisions)
            }
        })*

        const GRAMMARS: &[(&str, fn(&Vm, &[u8]) -> Result<usize, TestCaseError>)] = &[$((stringify!($name), $name::compare)),*];
    };
}
grammars! { boardspace diagram gdansk gf1 gipf gipf_com json notation pipe pippinzip pippip sgf }

/// What was read: each token with its depth, or where reading ended and what should have stood there.
#[derive(Debug, PartialEq)]
enum Outcome {
    Tokens(Vec<(usize, String, usize, usize)>),
    Unread(InputLocation, Vec<String>, Vec<String>),
}

fn outcome<R: RuleType>(read: Result<Pairs<'_, R>, Error<R>>, name: impl Fn(&R) -> String) -> Outcome {
    fn tokens<R: RuleType>(
        pairs: Pairs<'_, R>,
        depth: usize,
        name: &impl Fn(&R) -> String,
        all: &mut Vec<(usize, String, usize, usize)>,
    ) {
        for pair in pairs {
            let span = pair.as_span();
            all.push((depth, name(&pair.as_rule()), span.start(), span.end()));
            tokens(pair.into_inner(), depth + 1, name, all);
        }
    }
    match read {
        Ok(pairs) => {
            let mut all = Vec::new();
            tokens(pairs, 0, &name, &mut all);
            Outcome::Tokens(all)
        }
        Err(error) => {
            let sorted = |rules: &[R]| {
                let mut names: Vec<String> = rules.iter().map(&name).collect();
                names.sort_unstable();
                names
            };
            match &error.variant {
                ErrorVariant::ParsingError { positives, negatives } => {
                    Outcome::Unread(error.location.clone(), sorted(positives), sorted(negatives))
                }
                ErrorVariant::CustomError { message } => panic!("{message}"),
            }
        }
    }
}

/// Texts that the decisions make of each rule, read both ways; how many of them are what the rule says.
fn compare<R: RuleType, G: Parser<R>>(
    rules: &'static [Definition<R>],
    vm: &Vm,
    decisions: &[u8],
) -> Result<usize, TestCaseError> {
    let mut decisions = Decisions(decisions.iter().copied().cycle());
    let mut read = 0;
    for definition in rules.iter().skip(1) {
        let mut text = String::new();
        decisions.write(rules, &definition.is, &mut text);
        decisions.spoil(&mut text);
        let rule = format!("{:?}", definition.rule);
        let ours = outcome(G::parse(definition.rule, &text), |rule| format!("{rule:?}"));
        let theirs = outcome(vm.parse(&rule, &text), |rule| (*rule).to_owned());
        read += usize::from(matches!(ours, Outcome::Tokens(_)));
        prop_assert_eq!(ours, theirs, "{} of {:?}", rule, text);
    }
    Ok(read)
}

/// Characters that mean something in one of the grammars, and some that do in none.
const CHARACTERS: &[char] = &[
    ' ', '\t', '\n', '\r', '"', '\\', '[', ']', '{', '}', '(', ')', '<', '>', '#', '$', '%', '*', '+', ',', '-', '.',
    '/', ':', ';', '=', '!', '?', '&', '\'', '_', '0', '1', '9', 'G', 'a', 'w', 'x', 'Z', '\u{FEFF}', '\u{A0}', '½',
    '\u{2014}', '\u{410}', '中', '🎲',
];

struct Decisions<I>(I);

impl<I: Iterator<Item = u8>> Decisions<I> {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().unwrap_or_default()) % end
    }

    /// A text of which the expression may be true; what it says of what is ahead is left out.
    fn write<R: Debug>(&mut self, rules: &[Definition<R>], expression: &Expression, text: &mut String) {
        match *expression {
            Expression::Text(words) | Expression::TextInAnyCase(words) => text.push_str(words),
            Expression::OneOf(ranges) => {
                let (first, last) = ranges[self.below(ranges.len())];
                let steps = u32::from(last) - u32::from(first) + 1;
                let some = u32::from(first) + u32::try_from(self.below(200)).unwrap() % steps;
                text.extend(char::from_u32(some));
            }
            Expression::Any | Expression::Until(_) => text.push(CHARACTERS[self.below(CHARACTERS.len())]),
            Expression::Start | Expression::End | Expression::Ahead(_) | Expression::NotAhead(_) => {}
            Expression::Rule(place) => self.write(rules, &rules[place].is, text),
            Expression::Blanks(place) => {
                if self.below(4) == 0 {
                    self.write(rules, &rules[place].is, text);
                }
            }
            Expression::Optional(optional) => {
                if self.below(2) == 0 {
                    self.write(rules, optional, text);
                }
            }
            Expression::Repeated(repeated) => {
                for _ in 0..self.below(4) {
                    self.write(rules, repeated, text);
                }
            }
            Expression::Sequence(parts) => parts.iter().for_each(|part| self.write(rules, part, text)),
            Expression::Choice(choices) => {
                let chosen = self.below(choices.len());
                self.write(rules, &choices[chosen], text);
            }
        }
    }

    /// Perhaps takes a character away, or puts one in.
    fn spoil(&mut self, text: &mut String) {
        let place = self.below(1 + text.chars().count());
        let at = text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
        match self.below(4) {
            0 if at < text.len() => drop(text.remove(at)),
            1 => text.insert(at, CHARACTERS[self.below(CHARACTERS.len())]),
            _ => {}
        }
    }
}

/// The grammar for pest's own machine.
fn machine(name: &str) -> Vm {
    use pest_meta::parser::{Rule, consume_rules, parse};
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("grammar/{name}.pest"));
    let grammar = std::fs::read_to_string(path).unwrap();
    Vm::new(pest_meta::optimizer::optimize(consume_rules(parse(Rule::grammar_rules, &grammar).unwrap()).unwrap()))
}

#[test]
fn tables_read_as_pest_does() {
    for (name, compare) in GRAMMARS {
        let machine = machine(name);
        let read = std::cell::Cell::new(0);
        proptest!(|(decisions in vec(any::<u8>(), 1..500))| {
            read.set(read.get() + compare(&machine, &decisions)?);
        });
        assert!(read.get() > 0, "none of the texts for {name} is what a rule says");
    }
}

#[test]
fn every_grammar_is_compared() {
    let mut compared: Vec<&str> = GRAMMARS.iter().map(|(name, _)| *name).collect();
    let folder = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar")).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    let mut written: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "pest"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    written.sort_unstable();
    compared.sort_unstable();
    assert_eq!(compared, written);
}
