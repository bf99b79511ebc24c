//! Arguments of `pipscribe render`.

use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cli::Failure;
use crate::cli::drawing_options::PrintArguments;
use crate::cli::hint_text::error_text;
use pipscribe::figures::{
    Contradiction, OptionError, OptionValue, RenderError, RenderFormat, RenderKey, RenderRequest,
    Selection,
};
use pipscribe::notation::LineAddress;

/// Arguments that select positions.
#[derive(Debug, Args)]
pub(super) struct PositionArguments {
    /// Draw the position after turn N of the main line; 0 for the start [default: the last turn]
    #[arg(long, visible_alias = "to", value_name = "N")]
    pub(super) turn: Option<u32>,
    /// Draw the position with this address, and the turns of its line: `7.1/3` is the third turn of
    /// the first variation of turn 7, and `7 b3 c4` names the turns from turn 7 on;
    /// `pipscribe replay --tree` shows the addresses
    #[arg(long, value_name = "ADDRESS", conflicts_with = "turn")]
    pub(super) line: Option<LineAddress>,
    /// Number the pieces of turn N and later turns
    #[arg(long, value_name = "N", help_heading = "Board")]
    pub(super) from: Option<u32>,
    /// Draw every position that has a `[%diagram]`, also in variations, and every turn with one
    /// that is expected to be illegal
    #[arg(long, conflicts_with_all = ["turn", "line", "every"])]
    pub(super) figures: bool,
    /// Draw the position at each error and mark it
    #[arg(long, conflicts_with_all = ["turn", "line", "every", "figures", "from"])]
    pub(super) findings: bool,
    /// Draw the position after every N-th turn, and the last
    #[arg(long, value_name = "N", conflicts_with = "turn", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: Option<u32>,
}

impl PositionArguments {
    /// Returns true if the last position of the main line is drawn.
    pub(super) fn is_last(&self) -> bool {
        self.turn.is_none() && self.line.is_none() && !self.figures && !self.findings
    }

    /// Returns the selected positions.
    pub(super) fn selection(&self) -> Selection {
        if self.findings {
            return Selection::Findings;
        }
        match (self.figures, self.every) {
            (true, _) => Selection::Diagrams,
            (false, Some(step)) => Selection::Every(step),
            (false, None) => Selection::Turn(self.turn),
        }
    }
}

/// Message about animation arguments with another format.
pub(super) const ONLY_ANIMATIONS: &str =
    "`--turns`, `--delay` and `--once` are for animations: use `--format gif` or `--format apng`";

/// Arguments of animations.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct AnimationArguments {
    /// Animate the turns FROM to TO of the main line, both included [default: all, from the start]
    #[arg(long, value_name = "FROM..TO", value_parser = turn_range, help_heading = "Animation")]
    pub(super) turns: Option<TurnRange>,
    /// Show each frame for SECONDS, the last one three times as long [default: 1.5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Animation")]
    pub(super) delay: Option<u16>,
    /// Play the animation only once, not for ever
    #[arg(long, help_heading = "Animation")]
    pub(super) once: bool,
}

/// First and last turn of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnRange {
    pub(super) from: u32,
    pub(super) to: u32,
}

impl TurnRange {
    fn parse(text: &str) -> Option<Self> {
        let (from, to) = text.split_once("..")?;
        let range = Self {
            from: from.parse().ok()?,
            to: to.parse().ok()?,
        };
        (range.from <= range.to).then_some(range)
    }
}

fn turn_range(text: &str) -> Result<TurnRange, String> {
    TurnRange::parse(text)
        .ok_or_else(|| "write the first and the last turn, such as 3..20".to_owned())
}

/// Parses a time in seconds, and returns milliseconds.
fn seconds(text: &str) -> Result<u16, String> {
    let time = text
        .parse::<f32>()
        .ok()
        .filter(|time| (0.02..=20.0).contains(time));
    time.map(|time| (time * 1000.0).round() as u16)
        .ok_or_else(|| "write a time from 0.02 to 20 seconds".to_owned())
}

/// Arguments for the contents of a figure.
#[derive(Debug, Args)]
pub(super) struct ContentArguments {
    /// Crop to the area between two places: c2..f6
    #[arg(
        long,
        value_name = "PLACES",
        allow_hyphen_values = true,
        help_heading = "Board"
    )]
    view: Option<String>,
    /// Rotate the board clockwise by DEGREES
    #[arg(
        long,
        value_name = "DEGREES",
        allow_hyphen_values = true,
        help_heading = "Board"
    )]
    rotate: Option<String>,
    /// Show the board from the other side
    #[arg(long, help_heading = "Board")]
    flip: bool,
    /// Choose the sides with coordinates: all, none, or a list of top,right,bottom,left
    #[arg(long, value_name = "SIDES", help_heading = "Board")]
    coordinates: Option<String>,
    /// Set the caption
    #[arg(long, value_name = "TEXT", help_heading = "Text")]
    caption: Option<String>,
    /// Explain the marks below the figure
    #[arg(long, help_heading = "Text")]
    legend: bool,
    /// Set the text of the legend for a sign: "circle=a good point", "left the board=captured"; may
    /// be repeated
    #[arg(
        long,
        value_name = "SIGN=WORDS",
        requires = "legend",
        help_heading = "Text"
    )]
    wording: Vec<String>,
    /// Set the language of the text: en, de, fr, nl
    #[arg(
        long,
        value_name = "CODE",
        default_value = "en",
        hide_default_value = true,
        help_heading = "Text"
    )]
    lang: String,
    /// Start the numbers of `--from`, and of each figure of `--every`, at 1
    #[arg(long, help_heading = "Board")]
    pub(super) renumber: bool,
    /// Show what the last turn moved and removed
    #[arg(long, help_heading = "Board")]
    movement: bool,
    /// Do not show what turns moved and removed in an HTML player
    #[arg(long, conflicts_with = "movement", help_heading = "Board")]
    no_movement: bool,
    /// Show the names of the players and the times on their clocks
    #[arg(long, help_heading = "Text")]
    names: bool,
    /// Do not mark the last turn
    #[arg(long, help_heading = "Board")]
    no_last: bool,
    /// Show what follows a puzzle: its solution and its variations
    #[arg(long, help_heading = "Position")]
    solution: bool,
    /// Leave out the lines below the board
    #[arg(long, help_heading = "Text")]
    no_notes: bool,
    /// Add a mark: "circle c3 d4", "arrow a1>b3", "label c3 \"A\""; may be repeated
    #[arg(long, value_name = "MARK", help_heading = "Board")]
    mark: Vec<String>,
}

/// Arguments for how figures are set on paper.
#[derive(Debug, Args)]
pub(super) struct LayoutArguments {
    #[command(flatten, next_help_heading = "Output")]
    pub(super) print: PrintArguments,
    /// Arrange the figures on pages of this size (PDF, or SVG in a folder); `--width` then sets the
    /// width of each figure
    #[arg(long, value_parser = PossibleValuesParser::new(page_sizes()), help_heading = "Output")]
    pub(super) page: Option<String>,
    /// Set the label of a Typst or LaTeX figure [default: the name of the output]
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub(super) label: Option<String>,
}

/// Returns the paper sizes for help.
fn page_sizes() -> [PossibleValue; 3] {
    [
        ("a4", "210 by 297 mm"),
        ("a5", "148 by 210 mm"),
        ("letter", "8.5 by 11 inches"),
    ]
    .map(|(name, about)| PossibleValue::new(name).help(about))
}

/// Returns the parser of format names.
pub(super) fn format_parser() -> impl TypedValueParser<Value = RenderFormat> {
    let names = RenderFormat::ALL
        .map(|format| PossibleValue::new(format.name()).help(format.description()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<RenderFormat>())
}

/// Returns the format of a file name.
pub(super) fn format_of(path: &Path) -> Option<RenderFormat> {
    RenderFormat::of_extension(path.extension()?.to_str()?)
}

impl ContentArguments {
    /// Sets the contents of a figure.
    pub(super) fn set<'a>(
        &'a self,
        which: &PositionArguments,
        request: &mut RenderRequest,
    ) -> Result<(), Failure> {
        request.figure.line.clone_from(&which.line);

        // Options of the library have keys, as in documents. Arguments that are not given set
        // nothing.
        let switch = |is_given: bool, value: bool| is_given.then_some(OptionValue::Switch(value));
        let text = |text: &'a Option<String>| text.as_deref().map(OptionValue::Text);
        let settings = [
            ("view", text(&self.view)),
            ("rotate", text(&self.rotate)),
            ("flip", switch(self.flip, true)),
            ("coordinates", text(&self.coordinates)),
            ("caption", text(&self.caption)),
            ("legend", switch(self.legend, true)),
            ("movement", switch(self.movement, true)),
            ("movement", switch(self.no_movement, false)),
            ("names", switch(self.names, true)),
            ("last", switch(self.no_last, false)),
            ("notes", switch(self.no_notes, false)),
            ("from", which.from.map(OptionValue::from)),
            ("lang", Some(OptionValue::Text(&self.lang))),
            ("renumber", switch(self.renumber, true)),
            ("solution", switch(self.solution, true)),
        ];
        let mut set = |key: &str, value: OptionValue<'a>| {
            request
                .set(key, value)
                .map_err(|error| refused_option(&error))
        };
        for (key, value) in settings {
            if let Some(value) = value {
                set(key, value)?;
            }
        }
        for wording in &self.wording {
            set("wording", wording.into())?;
        }
        for mark in &self.mark {
            set("mark", mark.into())?;
        }
        Ok(())
    }
}

/// Returns the argument that sets an option of the library: `--no-last` for the option `last`.
pub(super) fn argument_name(key: RenderKey) -> String {
    let name = match key {
        // These arguments switch an option off.
        RenderKey::Last => "no-last",
        RenderKey::Notes => "no-notes",
        _ => key.name(),
    };
    format!("--{name}")
}

/// Returns the failure for an option that cannot be set.
pub(super) fn refused_option(error: &OptionError) -> Failure {
    Failure::Usage(error.in_words(argument_name))
}

/// Returns the failure for a request that cannot be carried out.
pub(super) fn refused(error: &RenderError) -> Failure {
    Failure::Usage(match error {
        RenderError::Contradiction(Contradiction::TurnsWithoutAnimation) => {
            ONLY_ANIMATIONS.to_owned()
        }
        RenderError::Contradiction(contradiction) => contradiction.in_words(argument_name),
        _ => error_text(error),
    })
}
