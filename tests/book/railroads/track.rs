//! A rule of a grammar as a track that a train could take: required, optional and repeated parts.

use std::collections::BTreeMap;

use pest_meta::ast::{Expr, Rule as AstRule, RuleType};
use pest_meta::parser::{Rule, consume_rules, parse};

/// A part of a diagram.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Track {
    /// Exactly these characters.
    Text(String),
    /// One of several characters, described in words.
    Class {
        words: String,
        is_range: bool,
        is_but: bool,
    },
    /// Another rule, with the diagram that shows it; no diagram if it is a mistake that is read
    /// with a finding.
    Rule {
        name: String,
        shown: Option<String>,
    },
    /// A note on how often a part appears.
    Note(String),
    Sequence(Vec<Track>),
    Choice(Vec<Track>),
    /// Zero or one time.
    Optional(Box<Track>),
    /// Once or more, with a separator.
    Repeat(Box<Track>, Box<Track>),
}

use Track::{Choice, Class, Note, Optional, Repeat, Sequence, Text};

/// Nothing.
pub(super) const NOTHING: Track = Sequence(Vec::new());

/// A grammar, and how its rules are drawn.
pub(super) struct Grammar {
    pub(super) name: &'static str,
    rules: BTreeMap<String, AstRule>,
    /// The rules that have a diagram.
    pub(super) shown: &'static [&'static str],
    /// The rules that are drawn where they are used.
    inlined: &'static [&'static str],
    /// The rules that parse mistakes.
    pub(super) mistakes: &'static [&'static str],
    /// The rules that are described in words.
    words: &'static [(&'static str, &'static str)],
}

impl Grammar {
    pub(super) fn read(
        name: &'static str,
        shown: &'static [&'static str],
        inlined: &'static [&'static str],
        mistakes: &'static [&'static str],
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        let path = crate::support::root().join(format!("grammar/{name}.pest"));
        let text = std::fs::read_to_string(path).unwrap();
        let rules = consume_rules(parse(Rule::grammar_rules, &text).unwrap()).unwrap();
        let rules: BTreeMap<_, _> = rules
            .into_iter()
            .map(|rule| (rule.name.clone(), rule))
            .collect();
        for rule in shown
            .iter()
            .chain(inlined)
            .chain(mistakes)
            .chain(words.iter().map(|(rule, _)| rule))
        {
            assert!(
                rules.contains_key(*rule),
                "grammar/{name}.pest has no rule {rule}"
            );
        }
        Self {
            name,
            rules,
            shown,
            inlined,
            mistakes,
            words,
        }
    }

    /// The names of the rules.
    pub(super) fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// The rules that a rule refers to, directly or not.
    pub(super) fn named_by(&self, rule: &str) -> Vec<String> {
        let names = self.rules[rule]
            .expr
            .iter_top_down()
            .filter_map(|expr| match expr {
                Expr::Ident(name) => Some(name),
                _ => None,
            });
        names.filter(|name| self.rules.contains_key(name)).collect()
    }

    /// The track of a rule that has a diagram.
    pub(super) fn track(&self, rule: &str) -> Track {
        self.of(&self.rules[rule].expr)
    }

    fn of(&self, expr: &Expr) -> Track {
        match expr {
            Expr::Str(text) | Expr::Insens(text) => literal(text),
            Expr::Range(from, to) => {
                let words = if from == to {
                    from.clone()
                } else {
                    format!("{from} … {to}")
                };
                Class {
                    words,
                    is_range: true,
                    is_but: false,
                }
            }
            Expr::Ident(name) => self.of_rule(name),
            Expr::PosPred(_) | Expr::NegPred(_) => NOTHING,
            Expr::Seq(..) => self.sequence(expr),
            Expr::Choice(..) => {
                let mut parts = Vec::new();
                flat(expr, &mut parts, choice_of);
                choice(parts.into_iter().map(|part| self.of(part)).collect())
            }
            Expr::Opt(inner) => optional(self.of(inner)),
            Expr::Rep(inner) => optional(repeat(self.of(inner), NOTHING)),
            Expr::RepOnce(inner) => repeat(self.of(inner), NOTHING),
            Expr::RepExact(inner, count) => repeat(self.of(inner), Note(format!("{count} in all"))),
            Expr::RepMinMax(inner, 0, 1) => optional(self.of(inner)),
            Expr::RepMinMax(inner, least, most) => {
                let repeated = repeat(self.of(inner), Note(format!("{most} at most")));
                if *least == 0 {
                    optional(repeated)
                } else {
                    repeated
                }
            }
            other => panic!("the diagrams know no {other:?}"),
        }
    }

    fn of_rule(&self, name: &str) -> Track {
        if let Some((_, words)) = self.words.iter().find(|(rule, _)| *rule == name) {
            let named = |words: &str| Class {
                words: words.to_owned(),
                is_range: false,
                is_but: false,
            };
            return words
                .strip_suffix('?')
                .map_or_else(|| named(words), |words| optional(named(words)));
        }
        let rule = |shown: Option<&str>| Track::Rule {
            name: name.replace('_', " "),
            shown: shown.map(str::to_owned),
        };
        match name {
            "SOI" | "EOI" => return NOTHING,
            "ANY" => {
                return Class {
                    words: "any character".into(),
                    is_range: false,
                    is_but: false,
                };
            }
            "ASCII_DIGIT" => {
                return Class {
                    words: "0 … 9".into(),
                    is_range: true,
                    is_but: false,
                };
            }
            "ASCII_ALPHANUMERIC" => {
                return Class {
                    words: "letter or digit".into(),
                    is_range: true,
                    is_but: false,
                };
            }
            "ASCII_ALPHA_LOWER" => {
                return Class {
                    words: "a … z".into(),
                    is_range: true,
                    is_but: false,
                };
            }
            _ if self.mistakes.contains(&name) => return rule(None),
            _ if self.shown.contains(&name) => return rule(Some(name)),
            _ => {}
        }
        let drawn = self.of(&self.rules[name].expr);
        match &drawn {
            _ if self.rules[name].ty == RuleType::Silent
                || self.inlined.contains(&name)
                || is_small(&drawn) =>
            {
                drawn
            }
            // Another name for a rule that has a diagram.
            Track::Rule {
                shown: Some(shown), ..
            } => rule(Some(shown)),
            _ => panic!("{name} of grammar/{}.pest has no diagram", self.name),
        }
    }

    fn sequence(&self, expr: &Expr) -> Track {
        let mut parts = Vec::new();
        flat(expr, &mut parts, seq_of);
        let mut tracks: Vec<Track> = Vec::new();
        let mut but: Option<String> = None;
        for part in parts {
            if let Expr::NegPred(not) = part {
                but = Some(self.exceptions(not));
                continue;
            }
            let mut track = self.of(part);
            if let (Some(but), Class { words, .. }) = (but.take(), &track) {
                track = Class {
                    words: format!("{words} but {but}"),
                    is_range: false,
                    is_but: true,
                };
            }
            // `a ~ ("," ~ a)*` is one loop, with a comma on the way back.
            let (inner, count) = match part {
                Expr::Rep(inner) => (self.of(inner), None),
                Expr::RepExact(inner, count) => {
                    (self.of(inner), Some(Note(format!("{} in all", count + 1))))
                }
                _ => (NOTHING, None),
            };
            match ending(&tracks, &inner) {
                Some((kept, between)) => {
                    let repeated = sequence(tracks.split_off(kept));
                    tracks.push(repeat(
                        repeated,
                        sequence(count.into_iter().chain(between).collect()),
                    ));
                }
                None => tracks.push(track),
            }
        }
        sequence(tracks)
    }

    /// The excluded characters.
    fn exceptions(&self, not: &Expr) -> String {
        let mut parts = Vec::new();
        flat(not, &mut parts, choice_of);
        let mut words: Vec<String> = parts
            .into_iter()
            .map(|part| words_of(&self.of(part)))
            .collect();
        let mut seen = std::collections::BTreeSet::new();
        words.retain(|word| !word.is_empty() && seen.insert(word.clone()));
        words.join(" ")
    }
}

/// The two operands of a binary expression.
type Halves = fn(&Expr) -> Option<[&Expr; 2]>;

fn seq_of(expr: &Expr) -> Option<[&Expr; 2]> {
    if let Expr::Seq(one, other) = expr {
        Some([one, other])
    } else {
        None
    }
}

fn choice_of(expr: &Expr) -> Option<[&Expr; 2]> {
    if let Expr::Choice(one, other) = expr {
        Some([one, other])
    } else {
        None
    }
}

fn flat<'a>(expr: &'a Expr, parts: &mut Vec<&'a Expr>, halves: Halves) {
    match halves(expr) {
        Some(both) => both.into_iter().for_each(|half| flat(half, parts, halves)),
        None => parts.push(expr),
    }
}

fn literal(text: &str) -> Track {
    let words = match text {
        " " => "blank",
        "\n" | "\r" => "line end",
        "\t" | "\u{B}" | "\u{C}" => "tab",
        _ => return Text(text.to_owned()),
    };
    Class {
        words: words.to_owned(),
        is_range: false,
        is_but: false,
    }
}

fn sequence(parts: Vec<Track>) -> Track {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Sequence(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 {
        flat.remove(0)
    } else {
        Sequence(flat)
    }
}

fn choice(parts: Vec<Track>) -> Track {
    let mut flat: Vec<Track> = Vec::new();
    let mut may_be_nothing = false;
    for part in parts {
        match part {
            _ if part == NOTHING => may_be_nothing = true,
            Choice(inner) => flat.extend(inner),
            _ if flat.contains(&part) => {}
            other => flat.push(other),
        }
    }
    // Ranges next to a class of all characters except some exist only for speed.
    if flat
        .iter()
        .any(|part| matches!(part, Class { is_but: true, .. }))
    {
        flat.retain(|part| !matches!(part, Class { is_range: true, .. }));
    }
    let one = if flat.len() == 1 {
        flat.remove(0)
    } else {
        Choice(flat)
    };
    if may_be_nothing { optional(one) } else { one }
}

fn optional(inner: Track) -> Track {
    match inner {
        _ if inner == NOTHING => NOTHING,
        Optional(_) => inner,
        _ => Optional(Box::new(inner)),
    }
}

fn repeat(inner: Track, between: Track) -> Track {
    match inner {
        Repeat(..) if between == NOTHING => inner,
        _ => Repeat(Box::new(inner), Box::new(between)),
    }
}

/// The number of tracks before a loop and the separator of its rounds, if it repeats the last of
/// these tracks.
fn ending(tracks: &[Track], inner: &Track) -> Option<(usize, Vec<Track>)> {
    let inner = match inner {
        Sequence(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let longest = (1..=inner.len().min(tracks.len())).rev();
    let count = longest
        .into_iter()
        .find(|&count| tracks[tracks.len() - count..] == inner[inner.len() - count..])?;
    Some((tracks.len() - count, inner[..inner.len() - count].to_vec()))
}

/// Returns true for one or two letters, or a choice between a few, which are clearer in place than
/// in a separate diagram.
fn is_small(track: &Track) -> bool {
    match track {
        Text(_) | Class { .. } => true,
        Choice(parts) => parts.len() <= 6 && parts.iter().all(is_small),
        _ => false,
    }
}

/// The track without its mistakes, as people write it; `None` if nothing is left.
pub(super) fn without_mistakes(track: &Track) -> Option<Track> {
    let all = |parts: &[Track]| {
        parts
            .iter()
            .map(without_mistakes)
            .collect::<Option<Vec<_>>>()
    };
    match track {
        Track::Rule { shown: None, .. } => None,
        Sequence(parts) => Some(sequence(all(parts)?)),
        Choice(parts) => {
            let left: Vec<Track> = parts.iter().filter_map(without_mistakes).collect();
            (!left.is_empty()).then(|| choice(left))
        }
        Optional(inner) => Some(without_mistakes(inner).map_or(NOTHING, optional)),
        Repeat(inner, between) => Some(repeat(
            without_mistakes(inner)?,
            without_mistakes(between).unwrap_or(NOTHING),
        )),
        other => Some(other.clone()),
    }
}

/// A track on one line, as its text description.
pub(super) fn words_of(track: &Track) -> String {
    let joined = |parts: &[Track], between: &str| {
        parts.iter().map(words_of).collect::<Vec<_>>().join(between)
    };
    match track {
        Text(text) => text.clone(),
        Class { words, .. } => words.clone(),
        Track::Rule { name, .. } => name.clone(),
        Note(note) => format!("({note})"),
        Sequence(parts) => joined(parts, ", then "),
        Choice(parts) => format!("either {}", joined(parts, " or ")),
        Optional(inner) => format!("perhaps ({})", words_of(inner)),
        Repeat(inner, between) if **between == NOTHING => {
            format!("once or more ({})", words_of(inner))
        }
        Repeat(inner, between) => format!(
            "once or more ({}), with {} between",
            words_of(inner),
            words_of(between)
        ),
    }
}
