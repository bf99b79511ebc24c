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
}
