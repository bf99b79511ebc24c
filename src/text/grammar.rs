//! Reading by the grammars: pest's state, led by tables that `grammar/build.rs` makes of pest's rules.
//!
//! In the parser that pest derives every rule is code of its own, and a browser would have to load 270 kB more. The tests hold what
//! the tables read against pest's own reader of grammars.

use pest::error::Error;
use pest::iterators::Pairs;
use pest::{Atomicity, ParseResult, ParserState, RuleType};

/// Makes `Rule` and `Grammar` in this module those of `grammar/NAME.pest`.
macro_rules! grammar {
    ($name:expr) => {
        use $crate::text::grammar::Expression::*;
        use $crate::text::grammar::{Definition, Kind, parsed};

        include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"));

        pub(crate) struct Grammar;

        impl pest::Parser<Rule> for Grammar {
            fn parse(rule: Rule, text: &str) -> Result<pest::iterators::Pairs<'_, Rule>, pest::error::Error<Rule>> {
                parsed(&RULES, rule as usize, text)
            }
        }
    };
}
pub(crate) use grammar;

/// A rule of a grammar.
pub(crate) struct Definition<R> {
    pub(crate) rule: R,
    pub(crate) kind: Kind,
    pub(crate) is: Expression,
}

/// What becomes of what a rule reads: what pest writes `{ }`, `_{ }`, `@{ }` and `${ }`.
pub(crate) enum Kind {
    Normal,
    Silent,
    Atomic,
    CompoundAtomic,
}

/// What a rule says. Rules are told by their places in the table.
pub(crate) enum Expression {
    Text(&'static str),
    TextInAnyCase(&'static str),
    /// A character in one of these ranges, whose ends are in it.
    OneOf(&'static [(char, char)]),
    Any,
    /// Everything before the first of these, or to the end.
    Until(&'static [&'static str]),
    Start,
    End,
    Rule(usize),
    /// What may stand between the parts of rules that are not atomic: the rule there, as often as it goes.
    Blanks(usize),
    Ahead(&'static Expression),
    NotAhead(&'static Expression),
    Optional(&'static Expression),
    Repeated(&'static Expression),
    Sequence(&'static [Expression]),
    Choice(&'static [Expression]),
}

/// What the rule in this place of `rules` reads.
///
/// # Errors
///
/// Where the text is not what the rule says.
pub(crate) fn parsed<'t, R: RuleType>(
    rules: &'static [Definition<R>],
    rule: usize,
    text: &'t str,
) -> Result<Pairs<'t, R>, Error<R>> {
    pest::state(text, |state| Table(rules).rule(rule, state))
}

type State<'t, R> = Box<ParserState<'t, R>>;

struct Table<R: 'static>(&'static [Definition<R>]);

impl<R: RuleType> Table<R> {
    fn rule<'t>(&self, place: usize, state: State<'t, R>) -> ParseResult<State<'t, R>> {
        // A number in the table is a place in it.
        let Some(definition) = self.0.get(place) else { return Err(state) };
        match definition.kind {
            Kind::Silent => self.expression(&definition.is, state),
            Kind::Normal | Kind::Atomic => self.token(definition, state),
            Kind::CompoundAtomic => state.atomic(Atomicity::CompoundAtomic, |state| self.token(definition, state)),
        }
    }

    fn token<'t>(&self, definition: &Definition<R>, state: State<'t, R>) -> ParseResult<State<'t, R>> {
        state.rule(definition.rule, |state| match definition.kind {
            Kind::Atomic => state.atomic(Atomicity::Atomic, |state| self.expression(&definition.is, state)),
            _ => self.expression(&definition.is, state),
        })
    }

    fn expression<'t>(&self, expression: &Expression, mut state: State<'t, R>) -> ParseResult<State<'t, R>> {
        match *expression {
            Expression::Text(text) => state.match_string(text),
            Expression::TextInAnyCase(text) => state.match_insensitive(text),
            Expression::OneOf(ranges) => {
                state.match_char_by(|found| ranges.iter().any(|&(first, last)| first <= found && found <= last))
            }
            Expression::Any => state.skip(1),
            Expression::Until(ends) => state.skip_until(ends),
            Expression::Start => state.start_of_input(),
            Expression::End => state.end_of_input(),
            Expression::Rule(place) => self.rule(place, state),
            Expression::Blanks(place) if state.atomicity() == Atomicity::NonAtomic => {
                state.repeat(|state| self.rule(place, state))
            }
            Expression::Blanks(_) => Ok(state),
            Expression::Ahead(ahead) => state.lookahead(true, |state| self.expression(ahead, state)),
            Expression::NotAhead(ahead) => state.lookahead(false, |state| self.expression(ahead, state)),
            Expression::Optional(optional) => state.optional(|state| self.expression(optional, state)),
            Expression::Repeated(repeated) => state.repeat(|state| self.expression(repeated, state)),
            Expression::Sequence(parts) => {
                state.sequence(|state| parts.iter().try_fold(state, |state, part| self.expression(part, state)))
            }
            Expression::Choice(choices) => {
                for choice in choices {
                    match self.expression(choice, state) {
                        Ok(state) => return Ok(state),
                        Err(unread) => state = unread,
                    }
                }
                Err(state)
            }
        }
    }
}

#[cfg(test)]
mod tests;
