//! Conversion of streams: the one operation behind `pipscribe convert`, the library's
//! [`convert`](super::convert) and the bindings.
//!
//! [`Converter::convert`] finds the format of a text ([`Input`]), and reads its records: from the
//! notation, from code blocks of a document, or from the pieces of a foreign text. Each record is
//! checked, and written in the target format ([`Target`]) by the methods in `conversion_output.rs`.
//! Output and reports go to a [`ConversionSink`]; [`Converter::finish`] returns the [`Summary`].
//!
//! Three kinds of text are not in the notation, but contain a record of it: a quoted mail, whose
//! lines begin with `> ` (`quoted_mail.rs`); a document with code blocks; and a pasted text, such
//! as the turns of a chat between other words (`fixes/mend/pasted_text.rs` reads it).

use std::io::{self, Read};

use super::pips::{FormattedPiece, Joiner};
use super::quoted_mail::{begins_quoted, quotes_record, unquoted_records};
use super::{
    Assumptions, CutPiece, ExportError, Format, Imported, Losses, OtherGame, Pieces, Recognised,
    TextStream, decode, recognise,
};
use crate::check::Checked;
use crate::findings::Finding;
use crate::fixes::mend::{contains_pasted_record, game_of_pasted, read_pasted, read_pasted_as};
use crate::games::{Context, GameId};
use crate::notation::{Entry, Record, RecordSplitter, split_text};
use crate::publish::documents::{PageBlock, PageKind};
use crate::text::{Margins, RawRecord, SourceText, TOO_LONG, counted};

/// Output of a conversion.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Target {
    /// The notation.
    Notation,
    /// A foreign format.
    Foreign(&'static dyn Format),
    /// Rows of a table, made by the sink.
    Rows,
}

/// Kind of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// Something was assumed.
    Assumption,
    /// The source has an error.
    Fault,
    /// A record cannot be written.
    Failure,
}

/// Receiver of the output and reports of a conversion.
pub trait ConversionSink {
    /// Error of the output.
    type Error;

    /// Writes bytes of the output.
    ///
    /// # Errors
    /// Returns an error if the bytes cannot be written.
    fn write(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Takes a record in a conversion to [`Target::Rows`].
    ///
    /// # Errors
    /// Returns an error if the row cannot be written.
    fn row(&mut self, _raw: RawRecord) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Takes a note, with its line in the source if known.
    fn note(&mut self, line: Option<u64>, message: &str, kind: NoteKind);

    /// Takes the error of a record that could not be written, with the line of the record in the
    /// source.
    fn not_written(&mut self, line: u64, error: &ExportError);

    /// Takes the findings of a record in the notation.
    fn findings_of_record(&mut self, checked: &Checked);

    /// Takes the findings of a piece of a foreign text, from which `games` were read.
    fn findings_of_text(&mut self, text: &SourceText, games: &[Imported]);
}

/// Format of records: a foreign one, or `None` for the notation.
type RecordFormat = Option<&'static dyn Format>;

/// Input of a conversion, and how to read it.
pub struct Input<'a> {
    /// Format; `None` to recognise it.
    pub from: Option<Recognised>,
    /// File extension, which helps to recognise the format; `None` if there is no file name.
    pub ending: Option<&'a str>,
    /// Kind of the document, if the records are in its code blocks.
    pub page: Option<PageKind>,
    /// Assumptions about facts that the text does not state.
    pub assumptions: &'a Assumptions,
}

/// Outcome of reading a text.
#[non_exhaustive]
pub struct TextRead {
    /// Foreign format that was read; `None` for the notation.
    pub from: Option<&'static dyn Format>,
    /// True if the text contains no game, although it is not the file that zero records would
    /// produce.
    pub is_empty: bool,
}

/// Reason why a conversion stops.
#[derive(Debug)]
#[non_exhaustive]
pub enum Stop<E> {
    /// Reading the source failed.
    Read(io::Error),
    /// The text is not in any known format.
    Unrecognised,
    /// The text is a record of another game.
    OtherGame(OtherGame),
    /// The text quotes a record among other lines.
    PartlyQuoted,
    /// The sink failed.
    Sink(E),
}

impl<E> From<E> for Stop<E> {
    fn from(error: E) -> Self {
        Self::Sink(error)
    }
}

/// Outcome of a conversion.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// Number of records that were written.
    pub records: u64,
    /// Content that the target format cannot carry.
    pub losses: Losses,
    /// The last error of a record that could not be written.
    pub refused: Option<ExportError>,
}

/// Converts the records of one or more texts, one after the other.
pub struct Converter<S> {
    pub(super) target: Target,
    /// The receiver of the output.
    pub sink: S,
    pub(super) joiner: Joiner,
    pub(super) summary: Summary,
    /// Line comments (`#`) before the next record.
    line_comments: Entry,
    /// True if the format of the text was not given, so that the text may have been pasted from
    /// elsewhere.
    reads_pasted: bool,
    /// The game of a pasted text that does not name it in the notation.
    pasted_game: Option<GameId>,
    /// The first record in a foreign format, held back until a second one follows: some formats use
    /// a wrapper only for several records.
    pub(super) held_first: Option<String>,
}

/// A checked record.
struct CheckedText {
    checked: Checked,
    /// True if it was read from a pasted text.
    is_pasted: bool,
}

impl CheckedText {
    /// Creates it for a record that stays as it is.
    fn of_record(checked: Checked) -> Self {
        Self {
            checked,
            is_pasted: false,
        }
    }
}

impl<S: ConversionSink> Converter<S> {
    /// Creates a converter to a target format.
    pub fn new(target: Target, sink: S) -> Self {
        let joiner = Joiner::default();
        let summary = Summary::default();
        Self {
            target,
            sink,
            joiner,
            summary,
            line_comments: Entry::default(),
            reads_pasted: false,
            pasted_game: None,
            held_first: None,
        }
    }

    /// Converts a text.
    ///
    /// # Errors
    /// Returns an error if the text cannot be read or recognised, or the sink fails.
    pub fn convert<R: Read>(
        &mut self,
        text: R,
        input: &Input<'_>,
    ) -> Result<TextRead, Stop<S::Error>> {
        let stream = TextStream::new(text).map_err(Stop::Read)?;
        if input.page.is_none() && begins_quoted(&String::from_utf8_lossy(&stream.head())) {
            self.convert_quoted(stream, input)
        } else {
            self.convert_unquoted(stream, input, None)
        }
    }

    /// Converts a text that is not quoted, or whose quotation marks were removed; `margins` are
    /// then the marks before its lines.
    pub(super) fn convert_unquoted<R: Read>(
        &mut self,
        mut stream: TextStream<R>,
        input: &Input<'_>,
        margins: Option<Margins>,
    ) -> Result<TextRead, Stop<S::Error>> {
        self.reads_pasted = input.from.is_none();
        self.pasted_game = None;
        let foreign = self.format_of(&String::from_utf8_lossy(&stream.head()), input)?;
        if let Some(format) = foreign {
            let declared = format.declared_encoding(&stream.head());
            stream.declare(declared.as_deref());
        }

        if let Some(assumed) = stream.assumed() {
            self.sink.note(None, assumed, NoteKind::Assumption);
        }

        let mut is_empty = false;
        if let Some(format) = foreign {
            is_empty = self.convert_foreign_text(format, &mut stream, input.assumptions)?;
        } else if let Some(kind) = input.page {
            self.convert_document(kind, &mut stream, input.assumptions)?;
        } else if let Some(margins) = margins {
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).map_err(Stop::Read)?;
            let records = unquoted_records(bytes, margins).into_iter().map(Ok);
            self.convert_records(records, input.assumptions)?;
        } else {
            self.convert_records(RecordSplitter::for_copies(&mut stream), input.assumptions)?;
        }

        if stream.has_faults() {
            let message = "some of its bytes are not valid in that encoding; U+FFFD replaces them";
            self.sink.note(None, message, NoteKind::Fault);
        }

        Ok(TextRead {
            from: foreign,
            is_empty,
        })
    }

    /// Returns the foreign format of a text, given or recognised from its beginning; `None` for the
    /// notation.
    fn format_of(&mut self, head: &str, input: &Input<'_>) -> Result<RecordFormat, Stop<S::Error>> {
        let from = match (&input.from, input.page) {
            (Some(from), _) => Some(from.clone()),
            (None, Some(_)) => Some(Recognised::Notation),
            (None, None) => match recognise(head, input.ending) {
                Some(Recognised::Foreign(_)) | None if contains_pasted_record(head) => {
                    // A head such as `Game: GIPF` names the game. Its turns need not be legal.
                    if !head.contains("[Game \"") {
                        self.pasted_game = game_of_pasted(head, input.assumptions.game);
                    }
                    Some(Recognised::Notation)
                }
                recognised => recognised,
            },
        };

        match from {
            Some(Recognised::Foreign(format)) => {
                if input.from.is_none()
                    && let Some(reason) = format.reason(head)
                {
                    let note = format!("read as {}: {reason}", format.name());
                    self.sink.note(None, &note, NoteKind::Assumption);
                }
                Ok(Some(format))
            }
            Some(Recognised::Notation) => Ok(None),
            // A file that is not text still produces a row.
            None | Some(Recognised::OtherGame(_)) if matches!(self.target, Target::Rows) => {
                Ok(None)
            }
            Some(Recognised::OtherGame(other)) => Err(Stop::OtherGame(other)),
            None if quotes_record(head) => Err(Stop::PartlyQuoted),
            None => {
                self.pasted_game = game_of_pasted(head, input.assumptions.game);
                if self.pasted_game.is_none() {
                    return Err(Stop::Unrecognised);
                }
                Ok(None)
            }
        }
    }

    /// Converts the records in the code blocks of a document.
    fn convert_document(
        &mut self,
        kind: PageKind,
        stream: &mut impl Read,
        assumptions: &Assumptions,
    ) -> Result<(), Stop<S::Error>> {
        let mut page = Vec::new();
        stream.read_to_end(&mut page).map_err(Stop::Read)?;
        let mut blocks: Vec<_> = kind
            .blocks(&page)
            .iter()
            .map(PageBlock::whole_records)
            .collect();
        blocks.retain(|records| !records.is_empty());
        if blocks.is_empty() {
            let message = "it has no code block marked `pips` with a record";
            self.sink.note(None, message, NoteKind::Fault);
        }
        blocks
            .into_iter()
            .try_for_each(|records| self.convert_records(records.into_iter().map(Ok), assumptions))
    }

    /// Converts the records of a file or of a block.
    fn convert_records(
        &mut self,
        records: impl Iterator<Item = io::Result<RawRecord>>,
        assumptions: &Assumptions,
    ) -> Result<(), Stop<S::Error>> {
        for raw in records {
            self.convert_record(raw.map_err(Stop::Read)?, assumptions)?;
        }
        Ok(())
    }

    /// Converts a foreign text. Returns true if it contains no game although it should.
    fn convert_foreign_text<R: Read>(
        &mut self,
        format: &'static dyn Format,
        stream: &mut TextStream<R>,
        assumptions: &Assumptions,
    ) -> Result<bool, Stop<S::Error>> {
        let mut has_pieces = false;
        let mut has_games = false;
        // True if every piece is what the format writes for zero records, such as `[]` in JSON.
        let mut is_empty_file = true;
        let mut noted_encoding = None;
        // Decoded text still declares its original encoding, which no longer applies.
        let declaring_format: Option<&dyn Format> = if stream.assumed().is_none() {
            Some(format)
        } else {
            None
        };
        let mut pieces = Pieces::new(stream, format.info().cut);
        for piece in pieces.by_ref() {
            let piece = piece.map_err(Stop::Read)?;
            let text = self.decode_piece(piece, declaring_format, &mut noted_encoding);
            has_pieces = true;
            is_empty_file &= format.is_empty_file(text.text());

            let games = format.read(&text, assumptions);
            // An invalid game is a game too: its errors are reported instead of "there is no game".
            has_games |= games
                .iter()
                .any(|game| !game.text.is_empty() || game.findings.iter().any(Finding::is_error));
            self.sink.findings_of_text(&text, &games);
            for game in games {
                if !game.text.is_empty() {
                    self.write_imported(game.text, assumptions)?;
                }
            }
        }

        if pieces.is_in_list() {
            let message =
                "the list of records is not closed by a `]`: the end of the file may be missing";
            self.sink.note(None, message, NoteKind::Fault);
        }

        if !has_pieces {
            is_empty_file = format.is_empty_file("");
        }
        Ok(!has_games && !is_empty_file)
    }

    /// Decodes a piece of a foreign text. `format` finds the encoding that the piece declares, if
    /// that still applies. `noted_encoding` is the last assumption about an encoding: one that is
    /// the same for the next piece is reported once.
    fn decode_piece(
        &mut self,
        piece: CutPiece,
        format: Option<&dyn Format>,
        noted_encoding: &mut Option<String>,
    ) -> SourceText {
        let CutPiece {
            offset,
            line,
            bytes,
            cut_off,
        } = piece;
        if cut_off {
            let message = "this document is too large; its end was not read";
            self.sink.note(Some(line), message, NoteKind::Fault);
        }

        let declared = format.and_then(|format| format.declared_encoding(&bytes));
        let decoded = decode(&bytes, declared.as_deref());
        if let Some(assumed) = &decoded.assumed
            && *noted_encoding != decoded.assumed
        {
            self.sink.note(Some(line), assumed, NoteKind::Assumption);
            *noted_encoding = decoded.assumed;
        }
        SourceText::new(decoded.text, offset, line)
    }

    /// Converts a record of the notation, which is checked like records of other formats.
    fn convert_record(
        &mut self,
        raw: RawRecord,
        assumptions: &Assumptions,
    ) -> Result<(), Stop<S::Error>> {
        let context = &assumptions.context;
        let line = raw.line;
        let format = match self.target {
            Target::Rows if !raw.is_record() => return Ok(()),
            Target::Rows => return Ok(self.sink.row(raw)?),
            Target::Foreign(format) => Some(format),
            Target::Notation => None,
        };

        // The notation is written back whole, which is impossible for a text whose end was dropped.
        // In a foreign format, the beginning of a long record is converted.
        let must_be_whole = format.is_none() || !raw.is_record();
        if raw.is_too_long() && must_be_whole {
            let note = format!("left out: {TOO_LONG}");
            self.sink.note(Some(line), &note, NoteKind::Fault);
            return Ok(());
        }

        // Line comments before a record.
        if !raw.is_record() {
            if format.is_none() {
                return self.write_piece(FormattedPiece::new(raw, false, context));
            }
            self.line_comments.add(raw);
            return Ok(());
        }

        let to_check = self.text_to_check(raw.clone().capped(), format);
        let checked = check_for(format, to_check, context);
        let names_game = checked.game.is_some();
        let Some(read) = self.replace_pasted(checked, format, line, assumptions) else {
            return Ok(());
        };
        let CheckedText { checked, is_pasted } = read;

        if !checked.report.findings.is_empty() {
            self.sink.findings_of_record(&checked);
        }
        match format {
            None => {
                self.summary.records += 1;
                // A record that stays as it is must name the game that it was read as. A record in
                // a pasted text stays as it was read.
                let original = if names_game && !is_pasted {
                    raw.bytes
                } else {
                    checked.record().text().as_bytes().to_vec()
                };
                self.write_piece(FormattedPiece::of_checked(&checked, original))
            }
            Some(format) => self.write_foreign(format, &checked, line),
        }
    }

    /// Returns the text of a record as it is checked: decoded for a foreign format, and after the
    /// line comments before it.
    fn text_to_check(&mut self, raw: RawRecord, format: RecordFormat) -> RawRecord {
        let line = raw.line;
        let mut to_check = raw;
        if format.is_some() {
            // Text in another encoding is carried over in decoded form.
            let (decoded, assumed_encoding) = decode_record(to_check);
            to_check = decoded;
            if let Some(assumed) = assumed_encoding {
                self.sink.note(Some(line), &assumed, NoteKind::Assumption);
            }
        }

        if let Some(comments) = std::mem::take(&mut self.line_comments).joined() {
            to_check = comments.with_next(&to_check);
        }
        to_check
    }

    /// Returns the record that an invalid text contains, if it may have been pasted from elsewhere;
    /// otherwise `checked` itself. Returns `None` if the text is only a remark, which is added to
    /// the line comments.
    fn replace_pasted(
        &mut self,
        checked: Checked,
        format: RecordFormat,
        line: u64,
        assumptions: &Assumptions,
    ) -> Option<CheckedText> {
        let context = &assumptions.context;
        if !self.reads_pasted || checked.report.is_valid() {
            return Some(CheckedText::of_record(checked));
        }

        let record = checked.record();
        let read = match self.pasted_game {
            Some(game) if checked.game.is_none() => {
                let whole = if contains_pasted_record(record.text()) {
                    read_pasted(record, context)
                } else {
                    None
                };
                let variant = assumptions.variant.as_deref();
                whole.or_else(|| read_pasted_as(record, game, variant, context))
            }
            _ => read_pasted(record, context),
        };
        let Some(pasted) = read else {
            return Some(CheckedText::of_record(checked));
        };

        let mut note = format!("read as: {}", pasted.recognised);
        // One of them may be a turn of the game that was taken for talk.
        let in_comments = pasted.new_turns_in_comments(record);
        if in_comments > 0 {
            let words = counted(in_comments, "word");
            note += &format!("; {words} in comments with the form of a turn");
        }
        self.sink.note(Some(line), &note, NoteKind::Assumption);
        let raw = RawRecord {
            line,
            bytes: pasted.text.into_bytes(),
            ..RawRecord::default()
        };
        let is_remark = checked.game.is_none() && checked.record().tags.is_empty();
        let has_record = split_text(&raw.bytes).iter().any(RawRecord::is_record);
        if is_remark && !has_record {
            self.line_comments.add(raw);
            return None;
        }
        Some(CheckedText {
            checked: check_for(format, raw, context),
            is_pasted: true,
        })
    }
}

/// Checks a record that is then written in a format.
fn check_for(format: RecordFormat, raw: RawRecord, context: &Context) -> Checked {
    match format {
        // The canonical form of the notation needs every position.
        None => Checked::in_full(Record::parse(raw), context),
        Some(_) => Checked::new(raw, context),
    }
}

/// Decodes a record. Also returns the assumption about its encoding, if it is not UTF-8.
fn decode_record(raw: RawRecord) -> (RawRecord, Option<String>) {
    if std::str::from_utf8(&raw.bytes).is_ok() {
        return (raw, None);
    }

    let decoded = decode(&raw.bytes, None);
    let as_text = RawRecord {
        bytes: decoded.text.into_bytes(),
        ..raw
    };
    (as_text, decoded.assumed)
}
