//! Converts a stream to UTF-8, so that it can be split before its pieces are read.

use std::borrow::Cow;
use std::io::{self, Chain, Cursor, Read};

use encoding_rs::{BIG5, CoderResult, Decoder, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8};

use super::{Choice, choose, wide_encoding};

/// Number of bytes inspected at the beginning of a stream.
const HEAD: usize = 1 << 16;
/// Number of bytes read at once while transcoding.
const CHUNK: usize = 1 << 13;

/// Stream that is transcoded to UTF-8 only where it could not be split otherwise: in encodings in
/// which ASCII bytes, such as brackets, can be part of other characters. Other bytes are passed
/// through.
pub struct TextStream<R> {
    input: Chain<Cursor<Vec<u8>>, R>,
    /// True if the stream ends with the head.
    is_whole: bool,
    transcoding: Option<Transcoding>,
    assumed: Option<String>,
}

impl<R: Read> TextStream<R> {
    /// Inspects the beginning of a stream.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be read.
    pub fn new(mut input: R) -> io::Result<Self> {
        let mut head = Vec::new();
        input.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        let is_whole = head.len() < HEAD;

        let wide = wide_encoding(&head).filter(|choice| choice.encoding != UTF_8);
        let mark_length = wide.map_or(0, |choice| choice.mark_length);
        let transcoding = wide.as_ref().map(Transcoding::new);
        let assumed = wide.map(|choice| choice.words(None));

        let mut cursor = Cursor::new(head);
        cursor.set_position(mark_length as u64);
        Ok(Self {
            input: cursor.chain(input),
            is_whole,
            transcoding,
            assumed,
        })
    }

    /// Returns the beginning of the stream before anything is read, as UTF-8 if its encoding is
    /// known to be another one.
    pub fn head(&self) -> Cow<'_, [u8]> {
        let (cursor, _) = self.input.get_ref();
        let bytes = cursor
            .get_ref()
            .get(cursor.position() as usize..)
            .unwrap_or_default();
        match &self.transcoding {
            None => Cow::Borrowed(bytes),
            Some(transcoding) => {
                let (text, _) = transcoding
                    .decoder
                    .encoding()
                    .decode_without_bom_handling(bytes);
                Cow::Owned(text.into_owned().into_bytes())
            }
        }
    }

    /// Sets the encoding that the beginning declares, once its format is known and before anything
    /// is read.
    pub fn declare(&mut self, declared: Option<&str>) {
        if self.transcoding.is_some() {
            return;
        }
        let (cursor, _) = self.input.get_ref();
        let choice = choose(cursor.get_ref(), declared, self.is_whole);
        // In these encodings, ASCII bytes can be part of other characters.
        let mixed = [SHIFT_JIS, GBK, GB18030, BIG5, ISO_2022_JP];
        if let Some(choice) = choice
            && mixed.contains(&choice.encoding)
        {
            self.transcoding = Some(Transcoding::new(&choice));
            self.assumed = Some(choice.words(declared));
        }
    }

    /// Returns the assumption about the whole stream, in words; `None` if its bytes are passed
    /// through.
    pub(crate) fn assumed(&self) -> Option<&str> {
        self.assumed.as_deref()
    }

    /// Returns true if some bytes were invalid in the assumed encoding; U+FFFD replaces them.
    pub(crate) fn has_faults(&self) -> bool {
        self.transcoding
            .as_ref()
            .is_some_and(|transcoding| transcoding.has_faults)
    }
}

impl<R: Read> Read for TextStream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(transcoding) = &mut self.transcoding else {
            return self.input.read(buffer);
        };
        while transcoding.passed_on == transcoding.text.len() && !transcoding.has_ended {
            transcoding.fill(&mut self.input)?;
        }
        let rest = transcoding
            .text
            .get(transcoding.passed_on..)
            .unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        transcoding.passed_on += count;
        Ok(count)
    }
}

/// Transcoder to UTF-8.
struct Transcoding {
    decoder: Decoder,
    /// Buffer for the bytes that are read at once.
    bytes: Vec<u8>,
    /// Decoded text.
    text: Vec<u8>,
    /// Number of bytes of the text that have been passed on.
    passed_on: usize,
    /// True if the input has ended.
    has_ended: bool,
    /// True if some bytes were invalid.
    has_faults: bool,
}

impl Transcoding {
    fn new(choice: &Choice) -> Self {
        Self {
            decoder: choice.encoding.new_decoder_without_bom_handling(),
            bytes: vec![0; CHUNK],
            text: Vec::new(),
            passed_on: 0,
            has_ended: false,
            has_faults: false,
        }
    }

    /// Reads and decodes more input. An empty result at the end of the stream means that nothing is
    /// left.
    fn fill(&mut self, input: &mut impl Read) -> io::Result<()> {
        let count = input.read(&mut self.bytes)?;
        self.has_ended = count == 0;
        self.passed_on = 0;

        // Three bytes per input byte are enough for any encoding, plus some for bytes that were
        // held back. The buffer is kept small, because resizing it would dominate the cost when the
        // stream arrives byte by byte.
        self.text.resize(count * 3 + 16, 0);

        let mut bytes_read = 0;
        let mut end = 0;
        loop {
            let bytes = &self.bytes[bytes_read..count];
            let (result, read, written, has_faults) =
                self.decoder
                    .decode_to_utf8(bytes, &mut self.text[end..], self.has_ended);
            bytes_read += read;
            end += written;
            self.has_faults |= has_faults;
            match result {
                CoderResult::InputEmpty => break,
                CoderResult::OutputFull => self.text.resize(self.text.len() * 2, 0),
            }
        }
        self.text.truncate(end);
        Ok(())
    }
}
