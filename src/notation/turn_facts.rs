//! Facts about the turns of a game, as data: their characters, parts and meanings. They are part of
//! [`GameFacts`](super::GameFacts).

use crate::findings::Code;

/// The notation of a game's turns.
#[derive(Debug)]
pub struct TurnFacts {
    /// The section of the rule sheet that defines the notation of turns.
    pub rule: &'static str,
    /// A sentence on how turns are written, with examples in backticks. It is the help for a text
    /// that is not a turn.
    pub form: &'static str,
    /// The characters in turns: letters, digits and signs.
    pub letters: &'static [u8],
    /// The pairs of adjacent characters: `("-", "?")` for a letter after a hyphen. A space is the
    /// border of a turn, `?` any lower-case letter, `#` any digit. The search for typos drops texts
    /// with other pairs before it parses them (`likeness/typos.rs`).
    pub pairs: &'static [(&'static str, &'static str)],
    /// The characters that are mistakes for others in other games but have a meaning in this one:
    /// `:` and the headings in the Pipe Game.
    pub own_signs: &'static [u8],
    /// The words in turns, such as `resign`.
    pub keywords: &'static [&'static str],
    /// The capitals in turns.
    pub capitals: Capitals,
    /// The letters that other programs write before a turn for the seat that moves.
    pub seat_letters: &'static [char],
    /// The characters that end a part of a turn, such as `-` and `;`.
    pub borders: &'static [char],
    /// The meanings of the parts after which another part follows, as an editor explains them while
    /// the turn is typed. The first one that fits counts.
    pub meanings: &'static [PartMeaning],
    /// The parts that players add, forget or confuse.
    pub parts: &'static [TurnPart],
    /// The end of an action that puts a die aside, after its number. Lists of legal turns leave
    /// these actions out.
    pub aside: Option<&'static str>,
    /// True if an action `x…` lists what the turn removes, converts or picks up.
    pub lists_removals: bool,
    /// True if an action can consist of a place alone.
    pub actions_are_places: bool,
    /// The action that a record may leave out if a tag gives its item: the beginning of the action,
    /// and the tag. In the Pipe Game, these are `;draw` and `Stock`.
    pub drawn: Option<(&'static str, &'static str)>,
    /// The code of a push that does not end on the place that it names, if turns are pushes along
    /// lines.
    pub wrong_landing: Option<Code>,
    /// The short form of a turn that an editor offers to write out.
    pub short_form: Option<ShortForm>,
}

impl TurnFacts {
    /// Returns the meaning of the last part of a text that begins a turn and ends with a border.
    pub fn meaning(&self, begun: &str) -> Option<&'static PartMeaning> {
        let body = begun.strip_suffix(self.borders)?;
        let start = body.rfind(';').map_or(0, |end| end + 1);
        let action = begun.get(start..)?;
        self.meanings.iter().find(|meaning| meaning.fits(action))
    }
}

/// The meaning of a part of a turn that another part follows.
#[derive(Debug)]
pub struct PartMeaning {
    /// The beginning of the action that the part belongs to: `x` for a removal.
    pub begin: &'static str,
    /// The end of the part: `,` before the next item.
    pub end: &'static str,
    /// What the part does and what follows it, in sentences.
    pub words: &'static str,
    /// The rule.
    pub rule: &'static str,
}

impl PartMeaning {
    /// Returns true for an action that begins and ends like this part.
    fn fits(&self, action: &str) -> bool {
        action.starts_with(self.begin) && action.ends_with(self.end)
    }
}

/// The capitals in a game's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capitals {
    /// No capitals.
    None,
    /// This one, before a place.
    BeforePlace(char),
    /// One of these, after a slash.
    AfterSlash(&'static str),
}

/// A part of a turn that players add, forget or confuse with another.
#[derive(Clone, Copy, Debug)]
pub enum TurnPart {
    /// A sign, such as `G`.
    Sign(&'static str),
    /// An item of a list (with the separator `,`) or an action (with the separator `;`), if the
    /// function returns true for it.
    Item(&'static str, fn(&str) -> bool),
    /// The character after the first slash: one of these, such as the headings `NESW`.
    AfterSlash(&'static str),
    /// A die that is put aside: one of these numbers, before [`TurnFacts::aside`].
    Aside(&'static str),
    /// Everything after the first action.
    AfterFirstAction,
}

/// A turn that does not write out all that it does.
#[derive(Clone, Copy, Debug)]
pub struct ShortForm {
    /// The title of the offer, in front of the canonical turn: "Write out the conversions".
    pub offer: &'static str,
    /// Returns true if a turn as written is shorter than its canonical form in this way.
    pub is_short: fn(written: &str, canonical: &str) -> bool,
}
