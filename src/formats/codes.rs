//! The codes of findings in foreign texts.

use crate::findings::codes;

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

    /// A value that has no meaning where it stands: a point off the board, a second move, a variation
    /// that replaces nothing. Other parts of the source are read.
    VALUE = "import/value", Error, "the format's own page";
    "a value of the source that means nothing there",
    fails "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPGLYPH[300])",
    near "(;GM[39]PIPTAG[Variant:basic];W[b3]PIPGLYPH[30])";

    /// Variations nest 64 levels deep at most.
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
}
