//! A stream as UTF-8, so that it can be cut before its pieces are read.

use std::borrow::Cow;
use std::io::{self, Chain, Cursor, Read};

use encoding_rs::{BIG5, CoderResult, Decoder, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8};

use super::{Choice, choose, wide};

/// How much of a stream is looked at.
const HEAD: usize = 1 << 16;
/// How much is read at once where an encoding is taken.
const CHUNK: usize = 1 << 13;

/// A stream whose bytes come as UTF-8 wherever they could not be cut otherwise: where an encoding has bytes of
/// ASCII, brackets among them, as parts of other characters. Other bytes come as they are.
pub struct TextStream<R> {
    input: Chain<Cursor<Vec<u8>>, R>,
    /// Whether there is no more after the head.
    is_whole: bool,
    encoding: Option<Transcoding>,
    assumed: Option<String>,
}

/// An encoding that is left behind.
struct Transcoding {
    decoder: Decoder,
    bytes: Vec<u8>,
    /// What has come, and how much of it was handed on.
    text: Vec<u8>,
    given: usize,
    has_ended: bool,
    has_faults: bool,
}

impl Transcoding {
    fn of(choice: &Choice) -> Self {
        Self {
            decoder: choice.encoding.new_decoder_without_bom_handling(),
            bytes: vec![0; CHUNK],
            text: Vec::new(),
            given: 0,
            has_ended: false,
            has_faults: false,
        }
    }

    /// Reads on; there is nothing more where nothing comes of it and the stream has ended.
    fn fill(&mut self, input: &mut impl Read) -> io::Result<()> {
        let count = input.read(&mut self.bytes)?;
        self.has_ended = count == 0;
        let mut from = 0;
        self.given = 0;
        // Three bytes for each are enough for any encoding, and some for what was held back. No more is made ready: where a stream
        // comes byte by byte that would cost more than all else.
        self.text.resize(count * 3 + 16, 0);
        let mut end = 0;
        loop {
            let bytes = &self.bytes[from..count];
            let (result, read, written, has_faults) =
                self.decoder.decode_to_utf8(bytes, &mut self.text[end..], self.has_ended);
            (from, end) = (from + read, end + written);
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

impl<R: Read> TextStream<R> {
    /// Looks at the beginning of a stream.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn new(mut input: R) -> io::Result<Self> {
        let mut head = Vec::new();
        input.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        let is_whole = head.len() < HEAD;
        let wide = wide(&head).filter(|choice| choice.encoding != UTF_8);
        let mut cursor = Cursor::new(head);
        cursor.set_position(wide.map_or(0, |choice| choice.mark as u64));
        let encoding = wide.as_ref().map(Transcoding::of);
        let assumed = wide.map(|choice| choice.words(None));
        Ok(Self { input: cursor.chain(input), is_whole, encoding, assumed })
    }

    /// The beginning, while nothing was read yet: as UTF-8 where that is known to be another encoding.
    pub fn head(&self) -> Cow<'_, [u8]> {
        let (cursor, _) = self.input.get_ref();
        let bytes = cursor.get_ref().get(cursor.position() as usize..).unwrap_or_default();
        match &self.encoding {
            None => Cow::Borrowed(bytes),
            Some(encoding) => {
                let (text, _) = encoding.decoder.encoding().decode_without_bom_handling(bytes);
                Cow::Owned(text.into_owned().into_bytes())
            }
        }
    }

    /// Takes what the beginning declares, once it is known what that is in, before anything is read.
    pub fn declare(&mut self, declared: Option<&str>) {
        if self.encoding.is_some() {
            return;
        }
        let choice = choose(self.input.get_ref().0.get_ref(), declared, self.is_whole);
        let choice = choice.filter(|choice| [SHIFT_JIS, GBK, GB18030, BIG5, ISO_2022_JP].contains(&choice.encoding));
        if let Some(choice) = choice {
            self.encoding = Some(Transcoding::of(&choice));
            self.assumed = Some(choice.words(declared));
        }
    }

    /// What was assumed of the whole stream, in words; `None` where its bytes come as they are.
    pub fn assumed(&self) -> Option<&str> {
        self.assumed.as_deref()
    }

    /// Whether bytes that have come were none of the encoding that was assumed; U+FFFD stands for them.
    pub fn has_faults(&self) -> bool {
        self.encoding.as_ref().is_some_and(|encoding| encoding.has_faults)
    }
}

impl<R: Read> Read for TextStream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(encoding) = &mut self.encoding else { return self.input.read(buffer) };
        while encoding.given == encoding.text.len() && !encoding.has_ended {
            encoding.fill(&mut self.input)?;
        }
        let rest = encoding.text.get(encoding.given..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        encoding.given += count;
        Ok(count)
    }
}
