//! The tables read as pest does, which has a machine that follows a grammar as it is.

use std::collections::HashMap;
use std::path::Path;

use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pairs;
use pest::{Parser, RuleType};
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};
use pest_vm::Vm;
use proptest::collection::vec;
use proptest::prelude::*;

use super::Definition;

/// Each grammar by a module, which can be tried on a text.
macro_rules! grammars {
    ($($name:ident)*) => {
        $(mod $name {
            crate::text::grammar::grammar!(stringify!($name));

            pub(super) fn compare(by_pest: &super::ByPest, decisions: &[u8]) -> Result<usize, super::TestCaseError> {
                super::compare::<Rule, Grammar>(&RULES, by_pest, decisions)
            }
        })*

        const GRAMMARS: &[(&str, Compare)] = &[$((stringify!($name), $name::compare)),*];
    };
}
grammars! { boardspace diagram gdansk gf1 gipf gipf_com json notation pipe pippinzip pippip sgf }

type Compare = fn(&ByPest, &[u8]) -> Result<usize, TestCaseError>;

/// A grammar as pest has it, and pest's machine for it.
struct ByPest {
    rules: HashMap<String, OptimizedRule>,
    machine: Vm,
}

impl ByPest {
    fn of(name: &str) -> Self {
        use pest_meta::parser::{Rule, consume_rules, parse};
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("grammar/{name}.pest"));
        let grammar = std::fs::read_to_string(path).unwrap();
        let parsed = consume_rules(parse(Rule::grammar_rules, &grammar).unwrap()).unwrap();
        let rules = pest_meta::optimizer::optimize(parsed);
        let machine = Vm::new(rules.clone());
        Self { rules: rules.into_iter().map(|rule| (rule.name.clone(), rule)).collect(), machine }
    }
}

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
    by_pest: &ByPest,
    decisions: &[u8],
) -> Result<usize, TestCaseError> {
    let mut decisions = Decisions(decisions.iter().copied().cycle());
    let mut read = 0;
    for definition in rules.iter().skip(1) {
        let rule = format!("{:?}", definition.rule);
        let mut text = String::new();
        decisions.write(by_pest, &OptimizedExpr::Ident(rule.clone()), &mut text);
        decisions.spoil(&mut text);
        let ours = outcome(G::parse(definition.rule, &text), |rule| format!("{rule:?}"));
        let theirs = outcome(by_pest.machine.parse(&rule, &text), |rule| (*rule).to_owned());
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

    fn one_of(&mut self, characters: &[char]) -> char {
        characters[self.below(characters.len())]
    }

    /// A text of which the expression may be true; what it says of what is ahead is left out.
    fn write(&mut self, by_pest: &ByPest, expression: &OptimizedExpr, text: &mut String) {
        match expression {
            OptimizedExpr::Str(words) => text.push_str(words),
            OptimizedExpr::Insens(words) => {
                for letter in words.chars() {
                    text.push([letter, letter.to_ascii_uppercase(), letter.to_ascii_lowercase()][self.below(3)]);
                }
            }
            OptimizedExpr::Range(first, last) => {
                let [first, last] = [first, last].map(|end| end.chars().next().unwrap());
                let within: Vec<char> = (first..=last).collect();
                let some = self.one_of(&within[..within.len().min(256)]);
                text.push([first, last, some, some][self.below(4)]);
            }
            OptimizedExpr::Ident(name) => match by_pest.rules.get(name) {
                Some(rule) => self.write(by_pest, &rule.expr, text),
                None => self.write_built_in(name, text),
            },
            OptimizedExpr::Skip(_) => text.push(self.one_of(CHARACTERS)),
            OptimizedExpr::PosPred(_) | OptimizedExpr::NegPred(_) => {}
            OptimizedExpr::Opt(optional) => {
                if self.below(2) == 0 {
                    self.write(by_pest, optional, text);
                }
            }
            OptimizedExpr::Rep(repeated) => {
                for _ in 0..self.below(4) {
                    self.write(by_pest, repeated, text);
                    self.write_blank(by_pest, text);
                }
            }
            OptimizedExpr::Seq(first, rest) => {
                self.write(by_pest, first, text);
                self.write_blank(by_pest, text);
                self.write(by_pest, rest, text);
            }
            OptimizedExpr::Choice(first, rest) => {
                let (mut choices, mut rest) = (vec![first], rest);
                while let OptimizedExpr::Choice(next, behind) = &**rest {
                    choices.push(next);
                    rest = behind;
                }
                choices.push(rest);
                let chosen = self.below(choices.len());
                self.write(by_pest, choices[chosen], text);
            }
            other => panic!("{other}"),
        }
    }

    /// Perhaps a blank, where they may stand between the parts of rules.
    fn write_blank(&mut self, by_pest: &ByPest, text: &mut String) {
        if by_pest.rules.contains_key("WHITESPACE") && self.below(4) == 0 {
            text.push(self.one_of(&[' ', '\t']));
        }
    }

    fn write_built_in(&mut self, name: &str, text: &mut String) {
        let characters = match name {
            "SOI" | "EOI" => return,
            "ANY" => CHARACTERS.to_vec(),
            "NEWLINE" => vec!['\n', '\r'],
            "ASCII_DIGIT" => vec!['0', '1', '8', '9'],
            "ASCII_HEX_DIGIT" => vec!['0', '9', 'a', 'f', 'A', 'F'],
            _ => vec!['0', '9', 'a', 'z', 'A', 'Z'],
        };
        // Those beside the ranges of digits and letters are none of them.
        let beside = &['/', ':', '@', 'G', '[', '`', 'g', '{'];
        text.push(if self.below(16) == 0 { self.one_of(beside) } else { self.one_of(&characters) });
    }

    /// Perhaps takes a character away, or puts one in.
    fn spoil(&mut self, text: &mut String) {
        let place = self.below(1 + text.chars().count());
        let at = text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
        match self.below(4) {
            0 if at < text.len() => drop(text.remove(at)),
            1 => text.insert(at, self.one_of(CHARACTERS)),
            _ => {}
        }
    }
}

#[test]
fn tables_read_as_pest_does() {
    for (name, compare) in GRAMMARS {
        let by_pest = ByPest::of(name);
        let read = std::cell::Cell::new(0);
        proptest!(|(decisions in vec(any::<u8>(), 1..500))| {
            read.set(read.get() + compare(&by_pest, &decisions)?);
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
