//! Pippinzip: two or three seats; who is Pip and who Zip an auction decides.

pub mod board;
mod grammar;
mod position;
mod setup;
mod turn;

use std::ops::Range;

pub use position::{Colour, Phase, PositionText, Stones};
pub use setup::{Surface, Variant, parse_players, parse_size};
pub use turn::{Name, Turn};

use super::{Language, Part, PositionError, TagSpec, TagValue, TurnSyntaxError};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Pippinzip;

impl Language for Pippinzip {
    const NAME: &'static str = "pippinzip";
    const TITLE: &'static str = "Pippinzip";
    const VARIANTS: &'static [&'static str] = &["pipeline", "zipline", "freestyle"];
    const TAGS: &'static [TagSpec] = &[TagSpec::one("Size"), TagSpec::one("Surface"), TagSpec::one("Players")];
    const OPTIONS: &'static [&'static str] = &[];
    const HAS_SCORES: bool = false;

    type Turn = Turn;
    type PositionText = PositionText;

    fn parse_turn(text: &str) -> Result<Turn, TurnSyntaxError> {
        turn::parse(text)
    }

    fn turn_parts(text: &str) -> Vec<(Part, Range<usize>)> {
        turn::parts(text)
    }

    fn is_action(text: &str) -> bool {
        turn::is_action(text)
    }

    fn parse_position(text: &str) -> Result<PositionText, PositionError> {
        position::parse(text)
    }

    fn default_option(_tag: TagValue<'_>, _key: &str) -> Option<&'static str> {
        None
    }

    fn canonical_value(tag: &str, value: &str) -> Option<String> {
        let variant = (tag == "Variant").then(|| Variant::parse(value))??;
        Some(variant.name().to_owned())
    }

    fn default_value(tag: &str) -> Option<&'static str> {
        match tag {
            "Surface" => Some("points"),
            "Players" => Some("2"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipline_is_written_pipeline() {
        assert_eq!(Pippinzip::canonical_value("Variant", "pipline").as_deref(), Some("pipeline"));
        assert_eq!(Pippinzip::canonical_value("Variant", "zipline").as_deref(), Some("zipline"));
        assert_eq!(Pippinzip::canonical_value("Variant", "zip"), None);
        assert_eq!(Pippinzip::canonical_value("Event", "pipline"), None);
    }

    #[test]
    fn the_variants_are_those_of_the_tag() {
        for name in Pippinzip::VARIANTS {
            assert_eq!(Variant::parse(name).map(Variant::name), Some(*name));
        }
    }
}
