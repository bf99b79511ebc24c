//! Options (P2.2, P3.2, P3.3), the tag `Colors` (P1.2), and the starting position.

use super::Pippip;
use super::board::SQUARES;
use super::dice::{Colour, Handedness};
use super::grammar::{Grammar, Rule};
use super::position::PositionText;
use super::store::Store;
use crate::games::{PositionError, SetupTags, value_pair};

/// The option `store`: the action that may follow after a die is put aside (P3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreRule {
    /// `turn`: a roll or a pull.
    Turn,
    /// `roll`: a roll.
    Roll,
}

/// Setup of a game: everything that is fixed before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The handedness of the dice.
    pub handedness: Handedness,
    /// The maximum number of dice in a store.
    pub cap: u8,
    /// Rule on the action after a die is put aside.
    pub store: StoreRule,
    /// The colours of seat 1 and seat 2.
    pub colours: [Colour; 2],
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            handedness: Handedness::Counterclockwise,
            cap: 3,
            store: StoreRule::Turn,
            colours: [Colour::Light, Colour::Dark],
        }
    }
}

impl Setup {
    /// Returns the seat of a colour, from 1 (P1.2).
    #[inline]
    pub(crate) fn seat_of(&self, colour: Colour) -> u8 {
        let [first, _] = self.colours;
        if colour == first { 1 } else { 2 }
    }

    /// Returns the colour of a seat (P1.2).
    #[inline]
    pub(crate) fn colour_of(&self, seat: u8) -> Colour {
        let [first, second] = self.colours;
        if seat == 1 { first } else { second }
    }
}

/// Reads the options and colours.
pub(super) fn read(tags: &mut SetupTags<'_>) -> Option<Setup> {
    let defaults = Setup::default();
    let handedness = tags
        .option("dice")
        .map_or(Some(defaults.handedness), |pair| {
            Handedness::parse(&pair.value)
        });
    let cap = tags
        .option("cap")
        .map_or(Some(defaults.cap), |pair| parse_cap(&pair.value));
    let store = tags
        .option("store")
        .map_or(Some(defaults.store), |pair| StoreRule::parse(&pair.value));
    let colours_tag = tags.tag("Colors");
    let colours = colours_tag.map_or(Some(defaults.colours), |tag| parse_colors(&tag.value));
    let variant = tags.variant::<Pippip>();
    if handedness.is_none() {
        tags.refuse_option("dice");
    }
    if cap.is_none() {
        tags.refuse_option("cap");
    }
    if store.is_none() {
        tags.refuse_option("store");
    }
    if let Some(tag) = colours_tag
        && colours.is_none()
    {
        tags.refuse_form(tag);
    }
    variant?;
    Some(Setup {
        handedness: handedness?,
        cap: cap?,
        store: store?,
        colours: colours?,
    })
}

/// Returns the set-ups with other values of `dice` and `store` (P2.2, P3.3).
pub(super) fn other_readings(setup: &Setup) -> Vec<(String, Setup)> {
    let store = Setup {
        store: setup.store.other(),
        ..*setup
    };
    let dice = Setup {
        handedness: setup.handedness.other(),
        ..*setup
    };
    let both = Setup {
        handedness: dice.handedness,
        ..store
    };
    let store_option = store.store.option();
    let dice_option = dice.handedness.option();
    vec![
        (store_option.to_owned(), store),
        (dice_option.to_owned(), dice),
        (format!("{dice_option} {store_option}"), both),
    ]
}

/// Returns the position before the first turn (P6.3).
pub(super) fn start(setup: &Setup) -> PositionText {
    PositionText {
        dice: [None; SQUARES],
        to_move: setup.colour_of(1),
        stores: [Store::default(); 2],
    }
}

/// Builds the starting position of a record (P6.3), decided or not.
pub(super) fn from_text(setup: &Setup, text: &PositionText) -> Result<PositionText, PositionError> {
    let refuse = |message: String| Err(PositionError::inconsistent(message));
    for colour in Colour::BOTH {
        let name = colour.name();
        let stored = text.stores[colour.index()].len();
        if stored > u32::from(setup.cap) {
            let dice = if stored == 1 { "die" } else { "dice" };
            return refuse(format!(
                "{name}'s store holds {stored} {dice}, but its cap is {} (P3.2).",
                setup.cap
            ));
        }
        let left = text.placements_left(colour);
        if stored > left {
            let dice = if stored == 1 { "die" } else { "dice" };
            return refuse(format!(
                "{name}'s store holds {stored} {dice}, but {name} places only {left} more (P3.4)."
            ));
        }
    }
    Ok(*text)
}

impl StoreRule {
    /// Returns the other value.
    #[must_use]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Turn => Self::Roll,
            Self::Roll => Self::Turn,
        }
    }

    /// Returns the option as a record writes it.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Turn => "store=turn",
            Self::Roll => "store=roll",
        }
    }

    /// Parses the option.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match value_pair::<Grammar, _>(Rule::store_only, text)?.as_rule() {
            Rule::turn_again => Some(Self::Turn),
            Rule::roll_again => Some(Self::Roll),
            _ => None,
        }
    }
}

/// Parses the option `cap`: the maximum number of dice in a store (P3.2).
pub fn parse_cap(text: &str) -> Option<u8> {
    value_pair::<Grammar, _>(Rule::cap_only, text)?
        .as_str()
        .parse()
        .ok()
}

/// Parses the tag `Colors`: the colours of seat 1 and seat 2 (P1.2).
pub fn parse_colors(text: &str) -> Option<[Colour; 2]> {
    match value_pair::<Grammar, _>(Rule::colors_only, text)?.as_rule() {
        Rule::light_first => Some([Colour::Light, Colour::Dark]),
        Rule::dark_first => Some([Colour::Dark, Colour::Light]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        assert_eq!(Handedness::parse("ccw"), Some(Handedness::Counterclockwise));
        assert_eq!(Handedness::parse("cw"), Some(Handedness::Clockwise));
        assert_eq!(["", "CW", "cww"].map(Handedness::parse), [None; 3]);
        assert_eq!(StoreRule::parse("turn"), Some(StoreRule::Turn));
        assert_eq!(StoreRule::parse("roll"), Some(StoreRule::Roll));
        assert_eq!(["", "rolls"].map(StoreRule::parse), [None; 2]);
        assert_eq!(["0", "3", "8"].map(parse_cap), [Some(0), Some(3), Some(8)]);
        assert_eq!(["", "9", "03", "-1"].map(parse_cap), [None; 4]);
        assert_eq!(
            parse_colors("light,dark"),
            Some([Colour::Light, Colour::Dark])
        );
        assert_eq!(
            parse_colors("dark,light"),
            Some([Colour::Dark, Colour::Light])
        );
        assert_eq!(
            ["", "light", "light, dark", "dark,dark"].map(parse_colors),
            [None; 4]
        );
    }
}
