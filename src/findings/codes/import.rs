//! The codes of findings in foreign texts.

use super::codes;

codes! {
    /// Text that is no token of the format that is read.
    TOKEN = "import/token", Error, "the format's own page";
    "text that is no token of the format that is read",
    fails "Gb3\n(16\n",
    near "Gb3 (16)\n";

    /// The source notes how many pieces the mover has left in reserve, and the rules give another
    /// number. The record keeps the turn, and a comment behind it says what the source noted.
    RESERVE = "import/reserve", Error, "G2.2";
    "a reserve noted in the source is not the one that the rules give",
    fails "Gb3 (15)\n",
    near "Gb3 (16)\n";

    /// The text is not of the format, JSON or YAML say, that it is read as. What has no form has no
    /// record; documents behind it are read.
    SYNTAX = "import/syntax", Error, "the format's own page";
    "text that the format's own grammar does not allow",
    fails "{\"tags\": [}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}]}\n";

    /// A part of a document has not the form that its schema asks for: another type, a key that is
    /// missing or stands twice, a value that the notation cannot write. The part is left out, or
    /// taken as the finding says.
    FORM = "import/form", Error, "the format's own page";
    "a part of a document that has not the form of the schema",
    fails "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": [{\"text\": \"1@a1/2\", \"glyphs\": [256]}]}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": [{\"text\": \"1@a1/2\", \"glyphs\": [255]}]}\n";

    /// The schema has no such key, so what it holds is not carried over.
    UNKNOWN_KEY = "import/unknown-key", Warning, "the format's own page";
    "a key that the schema does not have",
    fails "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turn\": []}\n",
    near "{\"tags\": [{\"name\": \"Game\", \"value\": \"pippip\"}], \"turns\": []}\n";

    /// The source leaves something open that a record has to say. What is likely was taken; the finding
    /// says what, and what else would do.
    ASSUMED = "import/assumed", Warning, "the format's own page";
    "the source leaves something open, and what is likely was taken",
    fails "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -\n",
    near "4/5/6/7/6/5/4 w 18,18 0,0 wb wb\n";

    /// A line is a position of none of the games, or of several.
    POSITION = "import/position", Error, "the format's own page";
    "a position of none of the games, or of several",
    fails "..../..../..../.... L - -\n..../..../.... L - -\n",
    near "..../..../..../.... L - -\n..../.L53../..../.... D - -\n";

    /// A diagram of a board has not the form of the game's board, or says what cannot be.
    BOARD = "import/board", Error, "the format's own page";
    "a diagram that is no board of the game",
    fails "3 . . .\n2 . b\n1 . . .\n  a b c\n\nAuction of black stones\nSeat 2 to move\n",
    near "3 . . .\n2 . b .\n1 . . .\n  a b c\n\nAuction of black stones\nSeat 2 to move\n";

    /// A value that has no meaning where it stands: a point off the board, a second move, a variation
    /// that replaces nothing. Other parts of the source are read.
    VALUE = "import/value", Error, "the format's own page";
    "a value of the source that means nothing there",
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

    /// What the writer keeps in own properties does not fit the comment and the markup beside it any
    /// more: another program has changed these, and they count.
    CHANGED = "import/changed", Warning, "the format's own page";
    "another program has changed what own properties keep",
    fails "(;GM[39]PIPTAG[Variant:basic];W[b3]C[better]PIPNOTE[{good} {so far}])",
    near "(;GM[39]PIPTAG[Variant:basic];W[b3]C[good\n\nso far]PIPNOTE[{good} {so far}])";

    /// The source says what a record has no place for, or what has no sure meaning. It is left out;
    /// each kind is told once, with its count.
    LEFT_OUT = "import/left-out", Warning, "the format's own page";
    "a part of the source that a record has no place for",
    fails "<gipfgame type=\"basic\"><whiteplayer timeleft=\"9\">Ann</whiteplayer></gipfgame>",
    near "<gipfgame type=\"basic\"><whiteplayer>Ann</whiteplayer></gipfgame>";

    /// Two parts of the source say different things of the same: the board that was saved and the
    /// turns that led to it, say. The finding says which of them was taken.
    DISAGREES = "import/disagrees", Warning, "the format's own page";
    "two parts of the source say different things",
    fails "<gipfgame type=\"basic\"><gamelog gametype=\"standard\"></gamelog></gipfgame>",
    near "<gipfgame type=\"basic\"><gamelog gametype=\"basic\"></gamelog></gipfgame>";
}
