//! Facts about the notation of a game's turns, as data: their characters, parts and meanings. They
//! are part of [`GameFacts`](super::GameFacts). A turn consists of actions with `;` between, such
//! as the push and the removal in GIPF's `a2-c4;xd3,e3`; an action can list items (`d3` and `e3`).

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
    /// The pairs of adjacent characters. A space is the border of a turn, `?` any lower-case
    /// letter, `#` any digit. The search for typos drops texts with other pairs before it parses
    /// them (`likeness/typos.rs`).
    pub pairs: &'static [(&'static str, &'static str)],
    /// The characters that look like others in other games but have a meaning in this one.
    pub own_signs: &'static [u8],
    /// The words in turns.
    pub keywords: &'static [&'static str],
    /// The capitals in turns.
    pub capitals: Capitals,
    /// The letters that other programs write before a turn for the seat that moves.
    pub seat_letters: &'static [char],
    /// The characters that end a part of a turn.
    pub borders: &'static [char],
    /// What the parts of a turn mean that other parts follow. The first one that fits counts.
    pub meanings: &'static [PartMeaning],
    /// The end of an action that puts a die aside, after its number. Lists of legal turns leave
    /// these actions out.
    pub aside: Option<&'static str>,
    /// True if an action `x…` lists what the turn removes, converts or picks up.
    pub lists_removals: bool,
    /// True if an action can consist of a place alone.
    pub actions_are_places: bool,
    /// The beginning of the action that draws a card, and the only tag from which the card also
    /// follows. In the Pipe Game, this is `(";draw", "Stock")`: which card is drawn follows only
    /// from the tag `Stock`; without it, the action must name the card (`;draw:12`), and a fix may
    /// not drop the action.
    pub drawn: Option<(&'static str, &'static str)>,
    /// The code of a push that does not end on the place that it names, if turns are pushes along
    /// lines.
    pub wrong_landing: Option<Code>,
    /// The short form of a turn that an editor offers to write out, such as GIPF's `x` in
    /// `a2-c4;x`, which means the full list of removed pieces.
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
    /// The beginning of the action that the part belongs to.
    pub begin: &'static str,
    /// The end of the part.
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

/// A turn that does not write out all that it does.
#[derive(Clone, Copy, Debug)]
pub struct ShortForm {
    /// The title of the offer, in front of the canonical turn.
    pub offer: &'static str,
    /// Returns true if a turn as written is shorter than its canonical form in this way.
    pub is_short: fn(written: &str, canonical: &str) -> bool,
}
