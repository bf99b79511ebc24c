//! Writes the rules of each grammar in this folder as tables, by which `src/text/grammar.rs` reads texts.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule, optimize};
use pest_meta::parser::{self, consume_rules};
use pest_meta::validator::validate_pairs;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=grammar");
    match write_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Pest tells its errors in several lines.
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write_all() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    for entry in fs::read_dir("grammar")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "pest") {
            let tables = tables(&fs::read_to_string(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
            let name = path.with_extension("rs");
            fs::write(Path::new(&out).join(name.file_name().ok_or("a grammar without a name")?), tables)?;
        }
    }
    Ok(())
}

/// The rules of a grammar in Rust: their names, and the table of what they are.
fn tables(grammar: &str) -> Result<String, Box<dyn Error>> {
    let pairs = parser::parse(parser::Rule::grammar_rules, grammar)?;
    validate_pairs(pairs.clone()).map_err(all)?;
    let rules = consume_rules(pairs).map_err(all)?.into_iter().map(without_once_or_more).collect();
    let rules = optimize(rules);
    let writer = Writer {
        // The end of the text is the first.
        numbers: rules.iter().map(|rule| rule.name.as_str()).zip(1..).collect(),
        has_blanks: rules.iter().any(|rule| rule.name == BLANKS),
    };
    let mut names = String::new();
    let mut table = String::new();
    for rule in &rules {
        writeln!(names, "    r#{},", rule.name)?;
        writeln!(table, "    {},", writer.definition(rule).map_err(|error| format!("{}: {error}", rule.name))?)?;
    }
    Ok(format!(
        "#[allow(dead_code, non_camel_case_types, clippy::upper_case_acronyms)]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Rule {{
    EOI,
{names}}}

static RULES: [Definition<Rule>; {}] = [
    Definition {{ rule: Rule::EOI, kind: Kind::Normal, is: End }},
{table}];
",
        rules.len() + 1
    ))
}

fn all<E: ToString>(errors: Vec<E>) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The rule with `a ~ a*` for `a+`, which pest has as its own where another program that is built beside asks for it.
fn without_once_or_more(rule: Rule) -> Rule {
    let expr = rule.expr.map_bottom_up(|expression| match expression {
        Expr::RepOnce(once) => Expr::Seq(once.clone(), Box::new(Expr::Rep(once))),
        other => other,
    });
    Rule { expr, ..rule }
}

/// The rule that may stand between the parts of those that are not atomic.
const BLANKS: &str = "WHITESPACE";

/// What names mean in one grammar.
struct Writer<'g> {
    numbers: HashMap<&'g str, usize>,
    has_blanks: bool,
}

impl Writer<'_> {
    fn definition(&self, rule: &OptimizedRule) -> Result<String, String> {
        let (kind, atomic) = match rule.ty {
            RuleType::Normal => ("Normal", false),
            RuleType::Silent => ("Silent", false),
            RuleType::Atomic => ("Atomic", true),
            RuleType::CompoundAtomic => ("CompoundAtomic", true),
            RuleType::NonAtomic => return Err("there is no table for `!{ }`".to_owned()),
        };
        if rule.name == "COMMENT" || built_in_characters(&rule.name).is_some() {
            return Err("there is no table for a rule of this name".to_owned());
        }
        let is = self.expression(&rule.expr, self.has_blanks && !atomic)?;
        if rule.name == BLANKS && !(rule.ty == RuleType::Silent && is.starts_with("OneOf")) {
            return Err("this is a silent rule of single characters, or there is no table for it".to_owned());
        }
        Ok(format!("Definition {{ rule: Rule::r#{}, kind: Kind::{kind}, is: {is} }}", rule.name))
    }

    /// An expression, between whose parts there may be `blanks`.
    fn expression(&self, expression: &OptimizedExpr, blanks: bool) -> Result<String, String> {
        let inner = |expression| self.expression(expression, blanks);
        Ok(match expression {
            OptimizedExpr::Str(text) => format!("Text({text:?})"),
            OptimizedExpr::Insens(text) => format!("TextInAnyCase({text:?})"),
            OptimizedExpr::Range(..) => one_of(&characters(expression).unwrap_or_default()),
            OptimizedExpr::Ident(name) => self.named(name)?,
            OptimizedExpr::Skip(ends) => format!("Until(&{ends:?})"),
            OptimizedExpr::PosPred(ahead) => format!("Ahead(&{})", inner(ahead)?),
            OptimizedExpr::NegPred(ahead) => format!("NotAhead(&{})", inner(ahead)?),
            OptimizedExpr::Opt(optional) => format!("Optional(&{})", inner(optional)?),
            // `(a ~ (blanks ~ a)*)?`
            OptimizedExpr::Rep(repeated) if blanks => {
                let once = inner(repeated)?;
                let again = format!("Repeated(&Sequence(&[{}, {once}]))", self.blanks());
                format!("Optional(&Sequence(&[{once}, {again}]))")
            }
            OptimizedExpr::Rep(repeated) => format!("Repeated(&{})", inner(repeated)?),
            OptimizedExpr::Seq(first, rest) => {
                let mut parts = vec![inner(first)?];
                let mut rest = &**rest;
                while let OptimizedExpr::Seq(next, behind) = rest {
                    parts.push(inner(next)?);
                    rest = behind;
                }
                parts.push(inner(rest)?);
                let between = if blanks { format!(", {}, ", self.blanks()) } else { ", ".to_owned() };
                format!("Sequence(&[{}])", parts.join(&between))
            }
            OptimizedExpr::Choice(first, rest) => {
                let mut choices = vec![&**first];
                let mut rest = &**rest;
                while let OptimizedExpr::Choice(next, behind) = rest {
                    choices.push(next);
                    rest = behind;
                }
                choices.push(rest);
                self.choice(&choices, blanks)?
            }
            other => return Err(format!("there is no table for `{other}`")),
        })
    }

    /// What may stand in one place. Characters that follow each other in the list are one set.
    fn choice(&self, choices: &[&OptimizedExpr], blanks: bool) -> Result<String, String> {
        let mut written = Vec::new();
        for run in choices.chunk_by(|one, next| characters(one).is_some() && characters(next).is_some()) {
            let ranges: Vec<Range> = run.iter().filter_map(|choice| characters(choice)).flatten().collect();
            written.push(match run {
                [only] => self.expression(only, blanks)?,
                _ => one_of(&ranges),
            });
        }
        Ok(match written.as_slice() {
            [only] => only.clone(),
            _ => format!("Choice(&[{}])", written.join(", ")),
        })
    }

    /// A rule, or what pest has under this name.
    fn named(&self, name: &str) -> Result<String, String> {
        Ok(match (self.numbers.get(name), built_in_characters(name)) {
            (Some(number), _) => format!("Rule({number})"),
            (None, Some(ranges)) => one_of(ranges),
            (None, None) => match name {
                "ANY" => "Any".to_owned(),
                "SOI" => "Start".to_owned(),
                "EOI" => "Rule(0)".to_owned(),
                "NEWLINE" => r#"Choice(&[Text("\n"), Text("\r\n"), Text("\r")])"#.to_owned(),
                _ => return Err(format!("there is no table for `{name}`")),
            },
        })
    }

    fn blanks(&self) -> String {
        format!("Blanks({})", self.numbers[BLANKS])
    }
}

/// From one character to another, both of them in it.
type Range = (char, char);

/// The characters of which an expression is one.
fn characters(expression: &OptimizedExpr) -> Option<Vec<Range>> {
    let only = |text: &str| {
        let mut characters = text.chars();
        characters.next().filter(|_| characters.next().is_none())
    };
    Some(match expression {
        OptimizedExpr::Str(text) => vec![(only(text)?, only(text)?)],
        OptimizedExpr::Range(first, last) => vec![(only(first)?, only(last)?)],
        OptimizedExpr::Ident(name) => built_in_characters(name)?.to_vec(),
        _ => return None,
    })
}

/// The characters to which pest gives a name.
fn built_in_characters(name: &str) -> Option<&'static [Range]> {
    Some(match name {
        "ASCII_DIGIT" => &[('0', '9')],
        "ASCII_NONZERO_DIGIT" => &[('1', '9')],
        "ASCII_HEX_DIGIT" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
        "ASCII_ALPHA_LOWER" => &[('a', 'z')],
        "ASCII_ALPHA_UPPER" => &[('A', 'Z')],
        "ASCII_ALPHA" => &[('a', 'z'), ('A', 'Z')],
        "ASCII_ALPHANUMERIC" => &[('a', 'z'), ('A', 'Z'), ('0', '9')],
        _ => return None,
    })
}

fn one_of(ranges: &[Range]) -> String {
    let ranges: Vec<String> = ranges.iter().map(|(first, last)| format!("({first:?}, {last:?})")).collect();
    format!("OneOf(&[{}])", ranges.join(", "))
}
