//! `pipscribe grep`: writes the records that meet all conditions. `collection/query.rs` has the
//! conditions.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use super::each_record::{Headings, InputPiece, check_copy};
use super::help_notes::GLOBAL_HEADING;
use super::known_names::{NameParser, check_variant, games, report_missing_tag};
use super::output::{Output, counted};
use super::overwrite_protection::Overwrite;
use super::paths::{Paths, path_name};
use super::record_writer::RecordWriter;
use super::source::Source;
use super::usage_errors::suggested_option;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use crate::collection::{MaterialCondition, Query, TagCondition, TurnCondition};
use pipscribe::collection::Game;
use pipscribe::collection::PositionCondition;
use pipscribe::games::GameId;
use pipscribe::notation::Outcome;
use pipscribe::text::{RawRecord, one_line};

/// Arguments of `pipscribe grep`.
#[derive(Debug, Args)]
pub(crate) struct Grep {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    conditions: Conditions,
    /// Select the records that do not match
    #[arg(short = 'v', long)]
    invert: bool,
    // Replaces the global option with this id, whose short form is `-v`; `verbosity.rs` reads it.
    /// Report the files that are read and the settings that apply
    ///
    /// The short form `-v` inverts the selection, as in grep(1).
    #[arg(long, id = "verbose", help_heading = GLOBAL_HEADING, display_order = 1_004)]
    _verbose: bool,
    /// Print the number of matches instead of the records; for several files, one number per file
    #[arg(short, long, conflicts_with_all = ["with_matches", "places"])]
    count: bool,
    /// Print the names of the files with a match instead of the records
    #[arg(short = 'l', long = "files", conflicts_with = "places")]
    with_matches: bool,
    /// Print path, line and number of each match instead of the records
    #[arg(short = 'n', long)]
    places: bool,
    /// Stop after N matches
    #[arg(short = 'm', long, visible_alias = "max-count", value_name = "N")]
    head: Option<u64>,
    /// Search only the N-th record of each file
    #[arg(long, value_name = "N")]
    record: Option<u64>,
    /// Write to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Conditions that a record must meet.
#[derive(Debug, Args)]
struct Conditions {
    /// Match a tag: `Event=Open`, `Player~ann` (any player, part of the name), `Date>=2026-05`,
    /// `Round!=1`, `Clock` (any value); may be repeated
    #[arg(long, value_name = "TAG")]
    tag: Vec<TagCondition>,
    /// Match the game; may be repeated
    #[arg(long, value_name = "GAME", value_parser = games())]
    game: Vec<GameId>,
    /// Match the variant; may be repeated
    #[arg(long, value_name = "VARIANT", value_parser = NameParser::variants(), hide_possible_values = true)]
    variant: Vec<String>,
    /// Match records with a finding of this code or family; may be repeated
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = NameParser::codes_and_families())]
    #[arg(hide_possible_values = true)]
    code: Vec<String>,
    /// Match records without errors
    #[arg(long, conflicts_with = "invalid")]
    valid: bool,
    /// Match records with errors
    #[arg(long)]
    invalid: bool,
    /// Match a turn of the main line: `Gb3`, or `2:Gg2` for the second turn; may be repeated
    #[arg(long, value_name = "TURN")]
    turn: Vec<TurnCondition>,
    /// Match a position of the game, or only its board (the part before the first space); may be
    /// repeated
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Vec<String>,
    /// Match positions on rotated and mirrored boards too
    #[arg(long, requires = "position")]
    symmetric: bool,
    /// Match the material of a position: `white-lost>=6`, `black=3`; one position must meet all
    /// conditions
    #[arg(long, value_name = "MATERIAL", value_delimiter = ',')]
    material: Vec<MaterialCondition>,
    /// Apply `--material` to the last position only
    #[arg(long, requires = "material")]
    at_end: bool,
    /// Apply `--turn`, `--position` and `--material` to variations too
    #[arg(long, conflicts_with = "at_end")]
    variations: bool,
    /// Match the result under the rules, or the claimed result of an unfinished game: `1-0`,
    /// `1/2-1/2`, `*`; may be repeated
    #[arg(long, value_name = "RESULT", allow_hyphen_values = true)]
    result: Vec<String>,
    /// Match records with at least N turns
    #[arg(long, value_name = "N")]
    min_turns: Option<u32>,
    /// Match records with at most N turns
    #[arg(long, value_name = "N")]
    max_turns: Option<u32>,
}

impl Grep {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.must_not_be_a_search()?;
        let query = self.conditions.query()?;
        let mut status = Status::Well;
        let sources = self.paths.sources(&mut status);
        self.paths.must_not_read(self.output.as_deref())?;
        self.overwrite
            .check(self.output.as_deref(), &self.paths.paths)?;

        let out = Output::to(self.output.as_deref())?;
        let prints_lines = self.count || self.with_matches || self.places;
        let matches = if prints_lines {
            Matches::Lines(out)
        } else {
            Matches::Records(RecordWriter::to(out.for_data()))
        };
        let mut search = Search {
            grep: self,
            query: &query,
            matches,
            found: 0,
            found_in_file: 0,
            searched: 0,
            has_tags: vec![false; query.tags.len()],
            file_count: sources.len(),
            status,
        };
        search.run(&sources)?;
        if self.count && sources.len() <= 1 {
            search.write_line(&search.found.to_string())?;
        }
        search.finish()
    }

    /// Fails if the first path looks like the text to search for, as in grep(1). Without an option
    /// that searches, every record would be printed.
    fn must_not_be_a_search(&self) -> Result<(), Failure> {
        let Some(path) = self.paths.first() else {
            return Ok(());
        };
        let word = path_name(path);
        let is_word = path.extension().is_none() && path.components().count() == 1;
        if word == "-" || !is_word || path.exists() || path.is_symlink() {
            return Ok(());
        }
        if let Some(suggestion) = suggested_option(&word) {
            return Err(Failure::Usage(format!(
                "no file or folder `{word}`{suggestion}"
            )));
        }
        Err(Failure::Usage(format!(
            "no file or folder `{word}`: grep searches by options, such as `--tag Player~{word}` or `--turn b3` \
             (`pipscribe grep --help` lists them)"
        )))
    }
}

impl Conditions {
    fn query(&self) -> Result<Query, Failure> {
        for variant in &self.variant {
            check_variant(None, Some(variant))?;
        }
        self.check_results()?;
        self.check_positions()?;

        let position = |text: &String| PositionCondition {
            text: text.clone(),
            symmetric: self.symmetric,
        };
        // `--valid` and `--invalid` exclude each other.
        let valid = if self.valid || self.invalid {
            Some(self.valid)
        } else {
            None
        };
        Ok(Query {
            tags: self.tag.clone(),
            games: self.game.clone(),
            variants: self.variant.clone(),
            codes: self.code.clone(),
            valid,
            turns: self.turn.clone(),
            positions: self.position.iter().map(position).collect(),
            material: self.material.clone(),
            at_end: self.at_end,
            variations: self.variations,
            results: self.result.clone(),
            least_turns: self.min_turns,
            most_turns: self.max_turns,
        })
    }

    fn check_results(&self) -> Result<(), Failure> {
        for text in &self.result {
            if text.parse::<Outcome>().is_err() {
                let message = format!(
                    "invalid `--result`: `{text}` is not a result such as `1-0`, `1/2-1/2` or `*`"
                );
                return Err(Failure::Usage(message));
            }
        }
        Ok(())
    }

    fn check_positions(&self) -> Result<(), Failure> {
        for text in &self.position {
            let is_known = GameId::ALL
                .iter()
                .any(|game| game.canonical_position_text(text).is_some() || game.is_board(text));
            if !is_known {
                let message = format!(
                    "invalid `--position`: `{text}` is not a position or a board of any game"
                );
                return Err(Failure::Usage(message));
            }
        }
        Ok(())
    }
}

/// Output of the matches.
enum Matches {
    /// The matching records.
    Records(RecordWriter),
    /// Lines about them: numbers of matches, file names or places.
    Lines(Output),
}

/// A search, with the output of its matches.
struct Search<'a> {
    grep: &'a Grep,
    query: &'a Query,
    matches: Matches,
    /// The number of matches.
    found: u64,
    /// The number of matches in the current file.
    found_in_file: u64,
    /// The number of records that were read.
    searched: u64,
    /// For each condition on a tag, true if a record that was read has the tag.
    has_tags: Vec<bool>,
    file_count: usize,
    /// The most serious status of the files.
    status: Status,
}

impl Search<'_> {
    /// Searches all files.
    fn run(&mut self, sources: &[Source]) -> Result<(), Failure> {
        if self.grep.record.is_none() {
            return self.search_together(sources).map(drop);
        }
        // With `--record`, files are searched one by one, because the records after the requested
        // one need not be read.
        for source in sources {
            if self
                .search_together(std::slice::from_ref(source))?
                .is_break()
            {
                break;
            }
        }
        Ok(())
    }

    /// Searches files together, on all cores. The end of a file is handled when a record of the
    /// next one arrives, so that a file without records still gets its line with `--count`.
    fn search_together(&mut self, sources: &[Source]) -> Result<ControlFlow<()>, Failure> {
        let grep = self.grep;
        let query = self.query;
        let mut flow = ControlFlow::Continue(());
        // Files whose end was not reached. Some of them have no records.
        let mut unfinished = sources.iter().map(|source| source.name.as_str()).peekable();
        let status = grep.paths.only(sources).each_record(
            Headings::WithRecord,
            |raw, context| {
                let checked = check_copy(raw, context);
                let game = Game::new(&checked);
                (query.finds(&game), query.present_tags(&game))
            },
            |source, piece| {
                while let Some(ended) = unfinished.next_if(|name| *name != source.name) {
                    self.end_file(ended)?;
                }
                // Comments neither match nor fail to match.
                let InputPiece::Record(record) = piece else {
                    return Ok(flow);
                };

                let (meets_query, present_tags) = &record.result;
                self.searched += 1;
                for (has_tag, is_present) in self.has_tags.iter_mut().zip(present_tags) {
                    *has_tag |= *is_present;
                }

                let matches = *meets_query != grep.invert;
                let is_wanted = grep.record.is_none_or(|wanted| record.number == wanted);
                if matches && is_wanted {
                    flow = self.handle_match(source, record.number, &record.raw)?;
                }

                let is_last_of_interest =
                    sources.len() == 1 && grep.record.is_some_and(|wanted| record.number >= wanted);
                Ok(if is_last_of_interest {
                    ControlFlow::Break(())
                } else {
                    flow
                })
            },
        )?;
        for ended in unfinished {
            self.end_file(ended)?;
        }
        self.status = self.status.max(status);
        Ok(flow)
    }

    /// Handles a matching record. Returns whether to continue.
    fn handle_match(
        &mut self,
        source: &Source,
        number: u64,
        raw: &RawRecord,
    ) -> Result<ControlFlow<()>, Failure> {
        if self.grep.head == Some(0) {
            return Ok(ControlFlow::Break(()));
        }
        self.found += 1;
        self.found_in_file += 1;

        let place = source.place_of(raw);
        if self.grep.places {
            self.write_line(&format!("{place}: record {number}"))?;
        } else if self.grep.with_matches && self.found_in_file == 1 {
            self.write_line(&source.name)?;
        }
        if let Matches::Records(records) = &mut self.matches {
            records.push(&place, &raw.bytes)?;
        }

        let is_enough = self.grep.head.is_some_and(|head| self.found >= head);
        Ok(if is_enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn end_file(&mut self, name: &str) -> Result<(), Failure> {
        if self.grep.count && self.file_count > 1 {
            self.write_line(&format!("{name}:{}", self.found_in_file))?;
        }
        self.found_in_file = 0;
        Ok(())
    }

    fn write_line(&mut self, line: &str) -> Result<(), Failure> {
        match &mut self.matches {
            Matches::Lines(out) => out.write(&format!("{}\n", one_line(line))),
            Matches::Records(_) => Ok(()),
        }
    }

    /// Reports each tag in a condition that no record has, if all records were read.
    fn report_missing_tags(&self) {
        let grep = self.grep;
        let stopped_early = grep.head.is_some_and(|head| self.found >= head);
        if self.searched == 0 || stopped_early || grep.record.is_some() {
            return;
        }
        for (name, has_tag) in self.query.tag_names().zip(&self.has_tags) {
            if !has_tag {
                report_missing_tag(name);
            }
        }
    }

    fn finish(self) -> Result<Status, Failure> {
        self.report_missing_tags();
        let status = self.status.max(Status::findings_if(self.found == 0));
        match self.matches {
            Matches::Records(records) => {
                let status_of_output = records.finish()?;
                note!("{} found", counted(self.found, "record"));
                Ok(status.max(status_of_output))
            }
            Matches::Lines(lines) => {
                lines.finish()?;
                Ok(status)
            }
        }
    }
}
