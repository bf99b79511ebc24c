//! Licences of the program.

/// The licences of this project, of its font and of the libraries in the program.
/// `.ci/notices --write` generates the file for the libraries.
pub const LICENCES: &str = concat!(
    "Pipscribe is licensed under MIT or Apache-2.0, at your option. The font in PNG and PDF is Noto Sans, under the \
     SIL\nOpen Font License. The texts follow, then those of the libraries in this program.\n\n",
    include_str!("../../../LICENSE-MIT"),
    "\n",
    include_str!("../../../LICENSE-APACHE"),
    "\n",
    include_str!("../../draw/font/OFL.txt"),
    "\n",
    include_str!("../../../THIRD-PARTY-LICENSES"),
);
