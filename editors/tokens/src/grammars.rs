//! The parsers that pest derives from the grammars of the notation and of the games.

use pest::Parser;
use pest::iterators::Pair;

pub mod notation {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../grammar/notation.pest"]
    pub struct Grammar;
}

/// A part of a turn, named by its rule.
pub struct Part {
    pub rule: String,
    pub start: usize,
    pub end: usize,
}

macro_rules! games {
    ($($game:ident $name:literal $file:literal),+) => {
        $(mod $game {
            #[derive(pest_derive::Parser)]
            #[grammar = $file]
            pub struct Grammar;
        })+

        /// Returns the parts of a turn, outer parts first; `None` if the text is not a turn of the
        /// game.
        pub fn parts_of_turn(game: &str, text: &str) -> Option<Vec<Part>> {
            let mut parts = Vec::new();
            match game {
                $($name => $game::Grammar::parse($game::Rule::turn_only, text)
                    .ok()?
                    .for_each(|pair| add_parts(pair, &mut parts)),)+
                _ => return None,
            }
            Some(parts)
        }
    };
}

games!(
    gipf "gipf" "../../grammar/gipf.pest",
    pippinzip "pippinzip" "../../grammar/pippinzip.pest",
    pippip "pippip" "../../grammar/pippip.pest",
    pipe "pipe" "../../grammar/pipe.pest"
);

fn add_parts<R: pest::RuleType>(pair: Pair<'_, R>, parts: &mut Vec<Part>) {
    let span = pair.as_span();
    parts.push(Part {
        rule: format!("{:?}", pair.as_rule()),
        start: span.start(),
        end: span.end(),
    });
    pair.into_inner().for_each(|inner| add_parts(inner, parts));
}
