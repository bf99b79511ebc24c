//! Attributes of a code block, in its info string, which follows the opening fence. Both forms mean
//! the same:
//!
//! ````text
//! ```pips,turn=12,caption="…"
//! ```pips {turn=12 caption="…"}
//! ````
//!
//! [`BlockAttributes::parse`] splits an info string into attributes and sets a field for each;
//! `attribute_value.rs` parses their values. `parts_reader.rs` uses the result. A *cell* is a block
//! of Quarto or MyST, whose attributes are also in the option lines at its start.

use std::ops::Range;

use super::attribute_value::Attribute;
use super::figure_width::Width;
use crate::draw::Charset;
use crate::figures::FigureOptions;
use crate::notation::{FigureCommand, LineAddressError, MARK_NAMES};
use crate::publish::documents::PageBlock;
use crate::text::{BlockAttribute, block_attributes, did_you_mean};

/// Attributes of a code block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockAttributes {
    /// Positions of which the block shows figures.
    pub shown: RequestedFigure,
    /// Record of the block, from 1; `None` for all.
    pub record: Option<u32>,
    /// Marks, caption, and how the board is shown.
    pub options: FigureOptions,
    /// Number of the figure.
    pub number: Number,
    /// Width of the figure.
    pub width: Option<Width>,
    /// Shows the figure as text instead of a picture.
    pub text: Option<Charset>,
    /// Alternative text of the figure; `None` for the position in words.
    pub alt: Option<String>,
    /// Label for references to the figure.
    pub label: Option<String>,
    /// Hides the record itself.
    pub hidden: bool,
    /// Hides the record in a comment, so that readers of the document cannot unfold it.
    pub in_comment: bool,
    /// Shows the turns as a table.
    pub table: bool,
    /// Shows the findings of the record, as `pipscribe check` reports them.
    pub finding: bool,
    /// The record is expected to break a rule.
    pub illegal: bool,
    /// Shows the solutions of the puzzles since the last block that has this attribute.
    pub solutions: bool,
    /// Link to the player of the record.
    pub player: Option<PlayerLink>,
    /// Position of each attribute, by name.
    places: Vec<(&'static str, Range<usize>)>,
}

/// The positions that a block shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub(super) enum RequestedFigure {
    /// Positions with a `[%diagram]`, or else the last.
    #[default]
    DiagramsOrLast,
    /// No position.
    Nothing,
    /// The position after this turn of the main line; 0 for the start.
    Turn(u32),
    /// The last position of the line that the options name.
    Line,
    /// The position after the second turn, with numbers on the pieces from the first turn on.
    Range(u32, u32),
    /// Each position with a `[%diagram]`.
    Diagrams,
    /// The `[%diagram]` with this number, from 1.
    Numbered(u32),
    /// The `[%diagram]` with this caption.
    Named(String),
}

/// Numbering of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Number {
    /// No number.
    #[default]
    None,
    /// Next number of its document.
    Next,
    /// The given number.
    Given(u32),
}

/// Target of the link to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerLink {
    /// A player generated for the block.
    Made,
    /// An existing player: an address, or a file relative to the document.
    At(String),
}

/// Error in an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttributeError {
    /// Byte range in the info string.
    pub place: Range<usize>,
    /// Description of the error, for the author of the document.
    pub message: String,
}

/// Attributes in addition to the keys of [`FigureOptions`].
const BLOCK_KEYS: [&str; 20] = [
    "figure",
    "record",
    "turn",
    "line",
    "range",
    "marks",
    "number",
    "width",
    "text",
    "ascii",
    "unicode",
    "alt",
    "label",
    "hidden",
    "solution",
    "solutions",
    "table",
    "finding",
    "illegal",
    "player",
];
/// Attributes that select positions; they exclude each other.
const POSITION_KEYS: [&str; 4] = ["figure", "turn", "line", "range"];

impl BlockAttributes {
    /// Returns true if a document does not show the text of the block. The block of a table of
    /// solutions may be empty.
    pub(super) fn hides(&self, block: &PageBlock) -> bool {
        self.hidden || block.text.bytes.trim_ascii().is_empty()
    }

    /// Returns the names of all attributes.
    fn names() -> impl Iterator<Item = &'static str> {
        BLOCK_KEYS.into_iter().chain(FigureOptions::KEYS)
    }

    /// Parses an info string, including the word `pips` or the class `.pips`.
    ///
    /// # Errors
    /// Returns one error for each attribute that is unknown or has an invalid value.
    pub(super) fn parse(info: &str) -> Result<Self, Vec<AttributeError>> {
        Self::parse_with_options(info, &[])
    }

    /// Parses an info string and the option lines of a cell.
    pub(super) fn parse_with_options(
        info: &str,
        options: &[BlockAttribute],
    ) -> Result<Self, Vec<AttributeError>> {
        let parsed = block_attributes(info);
        let mut written = parsed.attributes;
        written.extend_from_slice(options);
        let mut errors = Vec::new();
        errors.extend(parsed.unclosed.map(|place| AttributeError {
            place,
            message: "this quote is not closed".to_owned(),
        }));
        let mut attributes = Self::default();
        for attribute in written {
            if let Err(message) = attributes.set_attribute(&attribute) {
                let is_known = Self::names().any(|name| name == attribute.key);
                // The error is in the value, unless the key is unknown or has no value.
                let place = if is_known && attribute.value.is_some() {
                    attribute.place
                } else {
                    attribute.key_place
                };
                errors.push(AttributeError { place, message });
            }
        }
        errors.sort_by_key(|error| error.place.start);
        if errors.is_empty() {
            Ok(attributes)
        } else {
            Err(errors)
        }
    }

    /// Returns the position of an attribute in the info string.
    pub(crate) fn place(&self, name: &str) -> Option<Range<usize>> {
        self.places
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, place)| place.clone())
    }

    /// Returns true if the attributes request a figure.
    pub(crate) fn asks_for_figure(&self) -> bool {
        let not_about_figures = [
            "hidden",
            "solutions",
            "table",
            "finding",
            "illegal",
            "player",
            "record",
        ];
        let is_about_figures = |(name, _): &(&str, Range<usize>)| !not_about_figures.contains(name);
        self.shown != RequestedFigure::Nothing && self.places.iter().any(is_about_figures)
    }

    /// Sets the field for an attribute as it is written in the document.
    fn set_attribute(&mut self, written: &BlockAttribute) -> Result<(), String> {
        let key = written.key.as_str();
        let Some(name) = Self::names().find(|name| *name == key) else {
            return Err(format!(
                "unknown attribute `{key}`{}",
                did_you_mean(key, Self::names())
            ));
        };
        self.check_not_set(name)?;
        self.places.push((name, written.place.clone()));
        let attribute = Attribute {
            name,
            value: written.value.as_deref(),
        };
        match name {
            "figure" => self.shown = attribute.parse_figure()?,
            "record" => self.record = Some(attribute.parse_number_from_1()?),
            "turn" => self.shown = RequestedFigure::Turn(attribute.parse_number()?),
            "line" => {
                let line = attribute.required_value()?.parse();
                self.options.line =
                    Some(line.map_err(|error: LineAddressError| error.to_string())?);
                self.shown = RequestedFigure::Line;
            }
            "range" => self.shown = attribute.parse_range()?,
            "marks" => {
                for mark in split_marks(attribute.required_value()?) {
                    self.add_mark(mark)?;
                }
            }
            "number" => self.number = attribute.parse_figure_number()?,
            "width" => self.width = Some(attribute.parse_width()?),
            "text" => self.text = Some(attribute.parse_charset()?),
            "ascii" if attribute.parse_switch()? => self.text = Some(Charset::Ascii),
            "unicode" if attribute.parse_switch()? => self.text = Some(Charset::Unicode),
            "ascii" | "unicode" => {}
            "alt" => self.alt = Some(attribute.required_value()?.to_owned()),
            "label" => self.label = Some(attribute.parse_label()?),
            "hidden" if attribute.value == Some("comment") => {
                self.hidden = true;
                self.in_comment = true;
            }
            "hidden" => self.hidden = attribute.parse_switch_or("`yes`, `no` or `comment`")?,
            "solution" => self.options.solution = attribute.parse_switch()?,
            "solutions" => self.solutions = attribute.parse_switch()?,
            "table" => self.table = attribute.parse_switch()?,
            "finding" => self.finding = attribute.parse_switch()?,
            "illegal" => self.illegal = attribute.parse_illegal()?,
            "player" => self.player = attribute.parse_player(),
            _ => self.set_figure_option(&attribute)?,
        }

        Ok(())
    }

    /// Returns an error if an attribute, or another one that selects the position, is already set.
    fn check_not_set(&self, name: &'static str) -> Result<(), String> {
        if self.place(name).is_some() {
            return Err(format!("`{name}` is given twice"));
        }

        if POSITION_KEYS.contains(&name)
            && let Some((other, _)) = self
                .places
                .iter()
                .find(|(other, _)| POSITION_KEYS.contains(other))
        {
            return Err(format!(
                "`{other}` already selects the position: leave out `{name}`"
            ));
        }

        Ok(())
    }

    /// Sets an option that all figures have. An option that is switched on needs no value.
    fn set_figure_option(&mut self, attribute: &Attribute<'_>) -> Result<(), String> {
        let is_switch = [
            "flip", "last", "legend", "movement", "names", "notes", "renumber",
        ]
        .contains(&attribute.name);
        let value = if is_switch {
            attribute.value.unwrap_or("yes")
        } else {
            attribute.required_value()?
        };
        self.options
            .set(attribute.name, value)
            .map_err(|error| error.to_string())
    }

    /// Adds a mark: `circle c3 d4`.
    fn add_mark(&mut self, mark: &str) -> Result<(), String> {
        let (name, arguments) = mark.split_once(' ').unwrap_or((mark, ""));
        let parsed = if MARK_NAMES.contains(&name) {
            FigureCommand::parse(name, arguments)
        } else {
            None
        };
        let Some(command) = parsed else {
            let suggestion = did_you_mean(name, MARK_NAMES);
            return Err(format!("unknown mark `{name}`{suggestion}"));
        };
        self.options
            .apply(command?)
            .map_err(|error| error.to_string())
    }
}

/// Returns a valid value of an attribute, for error messages.
pub(super) fn example(name: &str) -> &'static str {
    match name {
        "figure" => "2",
        "line" => "7.1/3",
        "range" => "3..9",
        "marks" => "\"circle c3\"",
        "width" => "60%",
        "text" => "ascii",
        "alt" | "caption" => "\"…\"",
        "label" => "my-figure",
        "view" => "c2..f6",
        "coordinates" => "none",
        "rotate" => "60",
        "lang" => "de",
        "wording" => "\"circle=…\"",
        _ => "12",
    }
}

/// Splits a list of marks at semicolons outside quotes.
fn split_marks(list: &str) -> Vec<&str> {
    let mut in_quotes = false;
    let parts = list.split(|letter: char| {
        if letter == '"' {
            in_quotes = !in_quotes;
        }
        letter == ';' && !in_quotes
    });
    parts
        .map(str::trim)
        .filter(|mark| !mark.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The plugins for JavaScript Markdown parsers read block attributes themselves.
    #[test]
    fn attributes_are_the_same_in_javascript() {
        let root = env!("CARGO_MANIFEST_DIR");
        let script = std::fs::read_to_string(format!("{root}/bindings/web/js/block.ts")).unwrap();
        // `const OWN = ['record', 'marks', …];`
        let lists = ["SWITCHES", "VALUES", "CHOICES", "OWN"].map(|list| {
            let start = format!("const {list} = [");
            let (_, rest) = script.split_once(&start).unwrap();
            rest.split_once(']').unwrap().0
        });
        let names: BTreeSet<&str> = lists
            .iter()
            .flat_map(|list| list.split(',').map(|name| name.trim().trim_matches('\'')))
            .collect();
        assert_eq!(names, BlockAttributes::names().collect());
    }

    fn read(info: &str) -> BlockAttributes {
        BlockAttributes::parse(info).unwrap_or_else(|errors| panic!("{info}: {errors:?}"))
    }

    /// Returns each error with the text that it refers to.
    fn wrong(info: &str) -> Vec<(String, String)> {
        let errors = BlockAttributes::parse(info).expect_err(info).into_iter();
        errors
            .map(|error| (info[error.place].to_owned(), error.message))
            .collect()
    }

    #[test]
    fn all_attribute_forms_are_equivalent() {
        let expected = read("pips,turn=12,caption=\"a \\\"b\\\", c\",hidden");
        assert_eq!(
            (&expected.shown, expected.hidden),
            (&RequestedFigure::Turn(12), true)
        );
        assert_eq!(expected.options.view.caption.as_deref(), Some("a \"b\", c"));
        for info in [
            "pips {turn=12 caption=\"a \\\"b\\\", c\" hidden}",
            "{.pips turn=12 .wide caption=\"a \\\"b\\\", c\" hidden=yes}",
            "pips: turn=12, caption=\"a \\\"b\\\", c\", hidden",
        ] {
            let read = read(info);
            assert_eq!(
                BlockAttributes {
                    places: expected.places.clone(),
                    ..read
                },
                expected,
                "{info}"
            );
        }
        assert_eq!(read("pips"), BlockAttributes::default());
        assert_eq!(read("{.pips}"), BlockAttributes::default());
        assert!(
            !read("pips table illegal").asks_for_figure() && read("pips legend").asks_for_figure()
        );
    }

    #[test]
    fn every_attribute_is_read() {
        for name in BlockAttributes::names() {
            let value = match name {
                "figure" | "coordinates" => "all",
                "number" | "from" | "turn" | "record" => "2",
                "hidden" | "solution" | "solutions" | "table" | "finding" | "illegal"
                | "player" | "ascii" | "unicode" => "yes",
                "flip" | "last" | "legend" | "movement" | "names" | "notes" | "renumber" => "no",
                "text" => "unicode",
                _ => example(name).trim_matches('"'),
            };
            assert!(
                read(&format!("pips {name}=\"{value}\""))
                    .place(name)
                    .is_some(),
                "{name}"
            );
        }

        assert_eq!(read("pips range=3..9").shown, RequestedFigure::Range(3, 9));
        assert_eq!(read("pips figure=2").shown, RequestedFigure::Numbered(2));
        assert_eq!(
            read("pips figure=\"A corner\"").shown,
            RequestedFigure::Named("A corner".to_owned())
        );
        assert_eq!(read("pips figure=none").shown, RequestedFigure::Nothing);
        assert_eq!(read("pips {#x number=4}").label.as_deref(), Some("x"));
        assert!(read("pips illegal=gipf/no-row").illegal && !read("pips illegal=no").illegal);
        assert_eq!(read("pips player").player, Some(PlayerLink::Made));
        assert_eq!(
            read("pips player=a/b.html").player,
            Some(PlayerLink::At("a/b.html".to_owned()))
        );
        assert_eq!(read("pips number=4").number, Number::Given(4));
        assert_eq!(
            read("pips width=60%").width,
            Some(Width {
                number: "60".to_owned(),
                unit: "%"
            })
        );
        let marks = read("pips marks=\"circle c3 d4; label e5 \\\"a;b\\\"; arrow a1>b3\"")
            .options
            .marks;
        assert_eq!(
            (marks.marks.len(), marks.labels.len(), marks.arrows.len()),
            (2, 1, 1)
        );
    }

    #[test]
    fn unknown_attributes_are_reported_at_their_place() {
        for (info, place, message) in [
            (
                "pips trun=3",
                "trun",
                "unknown attribute `trun`: did you mean `turn`?",
            ),
            ("pips title", "title", "unknown attribute `title`"),
            ("pips turn=x", "x", "`turn` is a number, not `x`"),
            (
                "pips line=7.x",
                "7.x",
                "`7.x` is not the address of a turn: write `7` for turn 7, `7.1` for its first variation, or `7.1/3`",
            ),
            (
                "pips turn=1 line=7.1",
                "7.1",
                "`turn` already selects the position: leave out `line`",
            ),
            ("pips,turn", "turn", "`turn` needs a value: `turn=12`"),
            (
                "pips range=9..3",
                "9..3",
                "`range` is a first and a last turn: 3..9, not `9..3`",
            ),
            (
                "pips width=\"a lot\"",
                "\"a lot\"",
                "`width` is a width: 60%, 300px, 8cm, not `a lot`",
            ),
            (
                "pips hidden=maybe",
                "maybe",
                "`hidden` is `yes`, `no` or `comment`, or has no value, not `maybe`",
            ),
            (
                "pips illegal=gipf/no-rwo",
                "gipf/no-rwo",
                "unknown code `gipf/no-rwo`: did you mean `gipf/no-row`?",
            ),
            (
                "pips illegal=maybe",
                "maybe",
                "`illegal` is a code, such as `gipf/no-row`, or has no value, not `maybe`",
            ),
            ("pips turn=1 turn=2", "2", "`turn` is given twice"),
            (
                "pips turn=1 figure=2",
                "2",
                "`turn` already selects the position: leave out `figure`",
            ),
            (
                "pips marks=\"cirlce c3\"",
                "\"cirlce c3\"",
                "unknown mark `cirlce`: did you mean `circle`?",
            ),
            (
                "pips rotate=half",
                "half",
                "`rotate` is a number of degrees, such as 180, not `half`",
            ),
            ("pips caption=\"a", "\"a", "this quote is not closed"),
            ("pips é=1", "é", "unknown attribute `é`"),
        ] {
            let errors = wrong(info);
            assert_eq!(errors.len(), 1, "{info}");
            assert_eq!(errors[0].0, place, "{info}");
            assert!(errors[0].1.starts_with(message), "{info}: {}", errors[0].1);
        }

        assert_eq!(wrong("pips a=1 b").len(), 2);
    }
}
