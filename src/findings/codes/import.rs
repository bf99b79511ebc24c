//! The codes of findings in foreign texts.

use super::codes;

codes! {
    /// The text is not a token of the source format.
    TOKEN = "import/token", Error, "the page of the format";
    "text that is not a token of the source format",
    fails "Gb3\n(16\n",
    near "Gb3 (16)\n";

    /// The source notes how many pieces the mover has left in reserve, but the number under the
    /// rules is different. The record keeps the turn, and a comment after the turn gives the number
    /// from the source.
    RESERVE = "import/reserve", Error, "G2.2";
    "a reserve in the source that differs from the reserve under the rules",
    fails "Gb3 (15)\n",
    near "Gb3 (16)\n";

    /// The text is not valid in its format, such as JSON or YAML. A document with such an error
    /// produces no record; the documents after it are still read.
    SYNTAX = "import/syntax", Error, "the page of the format";
    "text that the grammar of the format does not allow",
    fails "{\"tags\": [}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}]}\n";

    /// A part of a document does not fit its schema: a wrong type, a key that is missing or
    /// repeated, a value that the notation cannot write. The finding says whether the part is left
    /// out or how it is read.
    FORM = "import/form", Error, "the page of the format";
    "a part of a document that does not fit the schema",
    fails "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": [{\"text\": \"1@a1/2\", \"glyphs\": \
        [256]}]}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": [{\"text\": \"1@a1/2\", \"glyphs\": \
        [255]}]}\n";

    /// The schema has no such key, so its value is not carried over.
    UNKNOWN_KEY = "import/unknown-key", Warning, "the page of the format";
    "a key that the schema does not have",
    fails "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turn\": []}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": []}\n";

    /// The source leaves something open that a record must state. The converter assumed a likely
    /// value; the finding names this value and the other possible ones.
    ASSUMED = "import/assumed", Warning, "the page of the format";
    "something left open in the source, for which a likely value was assumed",
    fails "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -\n",
    near "4/5/6/7/6/5/4 w 18,18 0,0 wb wb\n";

    /// A line of text is a position that fits none of the games, or fits several.
    POSITION = "import/position", Error, "the page of the format";
    "a position that fits none of the games, or fits several",
    fails "..../..../..../.... L - -\n..../..../.... L - -\n",
    near "..../..../..../.... L - -\n..../.L53../..../.... D - -\n";

    /// A diagram does not have the form of the game's board, or shows an impossible position.
    BOARD = "import/board", Error, "the page of the format";
    "a diagram that is not a board of the game",
    fails "3 . . .\n2 . b\n1 . . .\n  a b c\n\nAuction of black stones\nSeat 2 to move\n",
    near "3 . . .\n2 . b .\n1 . . .\n  a b c\n\nAuction of black stones\nSeat 2 to move\n";

    /// A value has no meaning in its place: a point off the board, a second move, a variation that
    /// replaces nothing. The other parts of the source are still read.
    VALUE = "import/value", Error, "the page of the format";
    "a value that has no meaning in its place",
    fails "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPGLYPH[300])",
    near "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPGLYPH[30])";

    /// Variations may nest at most 64 levels deep. The variations in the source are nested deeper.
    DEPTH = "import/depth", Error, "notation 1";
    "variations in the source that are nested too deep",
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

    /// The data that `pipscribe` stores in its own properties no longer matches the comment and the
    /// markup next to that data. Another program has changed the comment or the markup, so the
    /// converter uses the changed version.
    CHANGED = "import/changed", Warning, "the page of the format";
    "stored data that contradicts the text next to it",
    fails "(;GM[39]PIPTAG[Variant:basic];W[b3]C[better]PIPNOTE[{good} {so far}])",
    near "(;GM[39]PIPTAG[Variant:basic];W[b3]C[good\n\nso far]PIPNOTE[{good} {so far}])";

    /// The source contains something that a record has no place for, or whose meaning is uncertain.
    /// The converter leaves it out, and reports each kind once, with a count.
    LEFT_OUT = "import/left-out", Warning, "the page of the format";
    "a part of the source that a record has no place for",
    fails "<gipfgame type=\"basic\"><whiteplayer timeleft=\"9\">Ann</whiteplayer></gipfgame>",
    near "<gipfgame type=\"basic\"><whiteplayer>Ann</whiteplayer></gipfgame>";

    /// Two parts of the source contradict each other, such as the saved board and the turns that
    /// lead to it. The finding says which part was used.
    DISAGREES = "import/disagrees", Warning, "the page of the format";
    "two parts of the source that contradict each other",
    fails "<gipfgame type=\"basic\"><gamelog gametype=\"standard\"></gamelog></gipfgame>",
    near "<gipfgame type=\"basic\"><gamelog gametype=\"basic\"></gamelog></gipfgame>";
}
