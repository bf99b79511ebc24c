//! What `pipscribe render` is told.

use std::path::Path;

use clap::{Args, ValueEnum};

use crate::cli::Failure;
use crate::cli::print_options::OnPaper;
use crate::draw::{Lang, PictureLanguage, Sheet};
use crate::figures::{FigureOptions, Selection};
use crate::notation::FigureCommand;

/// Which positions.
#[derive(Debug, Args)]
pub(super) struct Which {
    /// After which turn of the main line; 0 for the start; the last where it is not given
    #[arg(long, visible_alias = "to", value_name = "N")]
    pub(super) turn: Option<u32>,
    /// Puts numbers on the pieces of the turns from this one on
    #[arg(long, value_name = "N")]
    pub(super) from: Option<u32>,
    /// Every position that has a `[%diagram]`, those of variations included, and every such turn that is expected to be refused
    #[arg(long, conflicts_with_all = ["turn", "every"])]
    pub(super) figures: bool,
    /// The position at each fault of the record, the places at fault marked
    #[arg(long, conflicts_with_all = ["turn", "every", "figures", "from"])]
    pub(super) findings: bool,
    /// The position after every N-th turn, and the last
    #[arg(long, value_name = "N", conflicts_with = "turn", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: Option<u32>,
}

/// What is shown of a position.
#[derive(Debug, Args)]
pub(super) struct Shown {
    /// Only what lies between two places: c2..f6
    #[arg(long, value_name = "PLACES", allow_hyphen_values = true)]
    view: Option<String>,
    /// Turns the board clockwise by so many degrees
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    rotate: Option<String>,
    /// Shows the board from the other side
    #[arg(long)]
    flip: bool,
    /// Where coordinates stand: all, none, or some of top,right,bottom,left
    #[arg(long, value_name = "SIDES")]
    coordinates: Option<String>,
    /// Words beneath the figure
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Explains the marks beneath the figure
    #[arg(long)]
    legend: bool,
    /// What the legend says of a sign: "circle=a good point", "left the board=captured"; may be repeated
    #[arg(long, value_name = "SIGN=WORDS", requires = "legend")]
    wording: Vec<String>,
    /// The language of what is said: en, de, fr, nl
    #[arg(long, value_name = "CODE", default_value = "en", hide_default_value = true)]
    lang: String,
    /// Lets the numbers of `--from`, and of each figure of `--every`, begin with 1
    #[arg(long)]
    renumber: bool,
    /// Shows what the last turn moved and removed
    #[arg(long)]
    movement: bool,
    /// Leaves out what the last turn moved and removed, which a page that plays a record shows
    #[arg(long, conflicts_with = "movement")]
    no_movement: bool,
    /// Leaves out the mark of the last turn
    #[arg(long)]
    no_last: bool,
    /// Leaves out the lines beneath the board
    #[arg(long)]
    no_notes: bool,
    /// A mark, as in comments: "circle c3 d4", "arrow a1>b3", "label c3 \"A\""; may be repeated
    #[arg(long, value_name = "MARK")]
    mark: Vec<String>,
}

/// How figures are set on paper.
#[derive(Debug, Args)]
pub(super) struct Setting {
    #[command(flatten)]
    pub(super) drawn: OnPaper,
    /// Sets figures on pages of a size, as many as they need: PDF, or SVG in a folder; `--width` is that of each figure then
    #[arg(long, value_enum)]
    pub(super) page: Option<PageSize>,
    /// By what a figure of Typst or LaTeX is referred to; the name of the output where it is not given
    #[arg(long, value_name = "NAME")]
    pub(super) label: Option<String>,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PageSize {
    /// 210 by 297 mm
    A4,
    /// 148 by 210 mm
    A5,
    /// 8.5 by 11 inches
    Letter,
}

impl PageSize {
    pub(super) fn sheet(self) -> Sheet {
        match self {
            Self::A4 => Sheet::a4(),
            Self::A5 => Sheet::a5(),
            Self::Letter => Sheet::letter(),
        }
    }
}

impl Which {
    /// The positions that are asked for.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RenderFormat {
    /// Letters and signs of ASCII
    Text,
    /// Text with the signs of Unicode
    Unicode,
    /// The position in words
    Words,
    /// Scalable vector graphics
    Svg,
    /// Pixels
    Png,
    /// The portable document format, a page a figure
    Pdf,
    /// A page that plays the whole record, `--turn` or its start first
    Html,
    /// A figure of Typst, numbered and referable, that Typst draws
    Typst,
    /// A figure of LaTeX, numbered and referable, and its image as PDF beside it
    Latex,
    /// A picture that TikZ draws in LaTeX; in a file that ends in .tex a figure around it
    Tikz,
}

impl RenderFormat {
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Text | Self::Unicode | Self::Words => "txt",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Html => "html",
            Self::Typst => "typ",
            Self::Latex => "tex",
            Self::Tikz => "tikz",
        }
    }

    pub(super) fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        Self::value_variants().iter().copied().find(|format| format.ending() == ending)
    }

    /// What pictures of it are written as.
    pub(super) fn language(self) -> PictureLanguage {
        match self {
            Self::Typst => PictureLanguage::Typst,
            Self::Tikz => PictureLanguage::Tikz,
            _ => PictureLanguage::Svg,
        }
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Unicode | Self::Words)
    }
}

impl Shown {
    /// The language of what is said; English where there is no such one, which is told elsewhere.
    pub(super) fn lang(&self) -> Lang {
        Lang::of_code(&self.lang).unwrap_or_default()
    }

    /// Whether a page that plays a record shows what turns move.
    pub(super) fn plays_movement(&self) -> bool {
        !self.no_movement
    }

    pub(super) fn options(&self, from: Option<u32>) -> Result<FigureOptions, Failure> {
        let mut options = FigureOptions::default();
        let refused = |error: crate::figures::OptionError| Failure::Usage(error.to_string());
        let switch = |on: bool, value: &'static str| on.then(|| value.to_owned());
        let settings = [
            ("view", self.view.clone()),
            ("rotate", self.rotate.clone()),
            ("flip", switch(self.flip, "yes")),
            ("coordinates", self.coordinates.clone()),
            ("caption", self.caption.clone()),
            ("legend", switch(self.legend, "yes")),
            ("movement", switch(self.movement, "yes")),
            ("last", switch(self.no_last, "no")),
            ("notes", switch(self.no_notes, "no")),
            ("from", from.map(|from| from.to_string())),
            ("lang", Some(self.lang.clone())),
            ("renumber", switch(self.renumber, "yes")),
        ];
        for (key, value) in settings {
            if let Some(value) = value {
                options.set(key, &value).map_err(refused)?;
            }
        }
        for wording in &self.wording {
            options.set("wording", wording).map_err(refused)?;
        }
        for mark in &self.mark {
            let (name, arguments) = mark.trim().split_once(' ').unwrap_or((mark.trim(), ""));
            let command = FigureCommand::parse(name, arguments)
                .unwrap_or_else(|| {
                    let names = "circle, square, cross, triangle, shade, arrow, line, label";
                    Err(format!("`{name}` is no mark; the marks are {names}"))
                })
                .map_err(Failure::Usage)?;
            options.apply(command).map_err(refused)?;
        }
        Ok(options)
    }
}
