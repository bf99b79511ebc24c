//! Positions.

use super::{Case, case};

const BOARD: &str = "4 4 15 15\n12 12 W\n   W _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB _ _ _ _ _ W\n _ _ _ _ _ _\n  _ _ _ _ _\n   W _ _ B\n";

pub(super) const CASES: &[Case] = &[
    // Positions, boards, diagrams.
    case("position", "", "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -\n", ""),
    case("position", "", "junk\n", ""),
    case("position", "", "1", "\n"),
    case("position", "", "5/", "\n"),
    case("position", "", " \n", ""),
    case("gdansk", "", BOARD, ""),
    case("gdansk", BOARD, "DO_MOVE a2-b3\n", ""),
    case("gdansk", BOARD, "DO_MOVE a2-b3\nDO_MOVE i5-h5\n", ""),
    case(
        "gdansk",
        "4 4 15 15\n12 12 W\n   W _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB _ _ _ _ _ W\n _ _ _ _ _ _\n  _ _ _ _ _\n   W _ \
            _ B\nDO_MOVE a2-b3",
        " b2 e5",
        "\n",
    ),
    case("gdansk", BOARD, "PRINT_GAME_BOARD\n", ""),
    case("gdansk", BOARD, "junk\n", ""),
    case("gdansk", BOARD, "W W\n", ""),
    case("gdansk", "4 4 15 15\n12 12 W\n", "W W\n", ""),
    case("gdansk", "4 4 15 15", " ", "\n"),
    case("gdansk", "4 4 15 15\n", "\n", ""),
    case(
        "diagram",
        "",
        ". b w\n. . .\nw . b\n\nSeat 1: Zip, white\nSeat 2: Pip, black, to move\n\n",
        "",
    ),
    case(
        "diagram",
        ". b w\n. . .\nw . b\n\n",
        "Seat 1: Zip, white\n",
        "",
    ),
    case("diagram", ". b w\n. . .\nw . b\n\n", "A caption\n", ""),
    case("diagram", ". b w\n. . .\nw . b\n\n", "A caption\n\n", ""),
    case("diagram", "", ". b w\n", ""),
    case("diagram", "", ". ", "\n"),
    case("diagram", "", ".", "\n"),
    case("diagram", "", "( ", "\n"),
    case("diagram", "", " ", "w\n"),
    case(
        "diagram",
        ". b w\n. . .\nw . b\n\nWhite: 12 in reserve",
        ", 1 lost",
        "\n",
    ),
    case(
        "diagram",
        ". b w\n. . .\nw . b\n\nWhite: 12 in reserve",
        ",",
        "\n",
    ),
    case("diagram", "", "BB......  ", "\n"),
    case(
        "diagram",
        "",
        "BB. 1 WW\n........\n........\nBB....WW\n\n",
        "",
    ),
    case("diagram", "", "+0      ", "\n"),
    case(
        "diagram",
        ". b w\n. . .\nw . b\n\nStock: 1, the next is 2\nSeat 1: black, holds 1",
        ",1",
        "\n",
    ),
];
