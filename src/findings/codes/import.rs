//! The codes of findings in foreign texts.

use super::codes;

codes! {
    /// The text is not a token of the source format.
    TOKEN = "import/token", Error, "the format's own page";
    "text that is not a token of the source format",
    fails "Gb3\n(16\n",
    near "Gb3 (16)\n";

    /// The source notes the number of pieces that the mover has left in reserve, and the number by
    /// the rules differs. The record keeps the turn, and a comment after it has the number of the
    /// source.
    RESERVE = "import/reserve", Error, "G2.2";
    "a reserve noted in the source that differs from the one by the rules",
    fails "Gb3 (15)\n",
    near "Gb3 (16)\n";

    /// The text is not valid in its format, such as JSON or YAML. A document with such an error
    /// gives no record; documents after it are read.
    SYNTAX = "import/syntax", Error, "the format's own page";
    "text that the format's own grammar does not allow",
    fails "{\"tags\": [}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}]}\n";

    /// A part of a document does not fit its schema: a wrong type, a key that is missing or
    /// repeated, a value that the notation cannot write. The part is left out, or read as the
    /// finding says.
    FORM = "import/form", Error, "the format's own page";
    "a part of a document that has not the form of the schema",
    fails "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": [{\"text\": \"1@a1/2\", \"glyphs\": \
        [256]}]}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": [{\"text\": \"1@a1/2\", \"glyphs\": \
        [255]}]}\n";

    /// The schema has no such key, so its value is not carried over.
    UNKNOWN_KEY = "import/unknown-key", Warning, "the format's own page";
    "a key that the schema does not have",
    fails "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turn\": []}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": []}\n";

    /// The source leaves something open that a record must state. A likely value was assumed; the
    /// finding names it, and other possible values.
    ASSUMED = "import/assumed", Warning, "the format's own page";
    "the source leaves something open, and what is likely was taken",
    fails "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -\n",
    near "4/5/6/7/6/5/4 w 18,18 0,0 wb wb\n";

    /// A line is a position that fits none of the games, or several.
    POSITION = "import/position", Error, "the format's own page";
    "a position that fits none of the games, or several",
    fails "..../..../..../.... L - -\n..../..../.... L - -\n",
    near "..../..../..../.... L - -\n..../.L53../..../.... D - -\n";

    /// A diagram does not have the form of the game's board, or shows an impossible position.
    BOARD = "import/board", Error, "the format's own page";
    "a diagram that is not a board of the game",
    fails "3 . . .\n2 . b\n1 . . .\n  a b c\n\nAuction of black stones\nSeat 2 to move\n",
    near "3 . . .\n2 . b .\n1 . . .\n  a b c\n\nAuction of black stones\nSeat 2 to move\n";

    /// A value that has no meaning in its place: a point off the board, a second move, a variation
    /// that replaces nothing. Other parts of the source are read.
    VALUE = "import/value", Error, "the format's own page";
    "a value of the source that has no meaning there",
    fails "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPGLYPH[300])",
    near "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPGLYPH[30])";

    /// Variations may nest at most 64 levels deep; those of the source are deeper.
    DEPTH = "import/depth", Error, "notation 1";
    "variations of the source nest too deep",
    fails "(;GM[39]PIPTAG[Variant:basic](;W[b3])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])\
(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()])(;W[c2]PIPNOTE[()]))",
    near "(;GM[39]PIPTAG[Variant:basic];W[b3](;B[c2])(;B[d2]))";

    /// The data that the writer keeps in its own properties no longer matches the comment and the
    /// markup next to it: another program has changed these, and they are used.
    CHANGED = "import/changed", Warning, "the format's own page";
    "a moves list that contradicts the record stored in own properties",
    fails "(;GM[39]PIPTAG[Variant:basic];W[b3]C[better]PIPNOTE[{good} {so far}])",
    near "(;GM[39]PIPTAG[Variant:basic];W[b3]C[good\n\nso far]PIPNOTE[{good} {so far}])";

    /// The source has something that a record has no place for, or whose meaning is uncertain. It
    /// is left out; each kind is reported once, with its count.
    LEFT_OUT = "import/left-out", Warning, "the format's own page";
    "a part of the source that a record has no place for",
    fails "<gipfgame type=\"basic\"><whiteplayer timeleft=\"9\">Ann</whiteplayer></gipfgame>",
    near "<gipfgame type=\"basic\"><whiteplayer>Ann</whiteplayer></gipfgame>";

    /// Two parts of the source contradict each other, such as the saved board and the turns that
    /// led to it. The finding says which of them was used.
    DISAGREES = "import/disagrees", Warning, "the format's own page";
    "two parts of the source say different things",
    fails "<gipfgame type=\"basic\"><gamelog gametype=\"standard\"></gamelog></gipfgame>",
    near "<gipfgame type=\"basic\"><gamelog gametype=\"basic\"></gamelog></gipfgame>";
}
