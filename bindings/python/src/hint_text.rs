//! The text of a [`Hint`] in terms of Python: its functions and their arguments.

use pipscribe::findings::Hint;
use pipscribe::games::GameId;

/// Words a hint for a program in Python.
pub(crate) fn hint_text(hint: &Hint) -> String {
    match hint {
        Hint::ChooseVariant { game: None } => "set it with `variant=`".to_owned(),
        Hint::ChooseVariant { game: Some(game) } => {
            let title = game.parse::<GameId>().map_or(*game, GameId::title);
            format!("if this is a record of {title}, name the variant with `variant=`")
        }
        Hint::ChooseGame => "name the game with `game=`".to_owned(),
        Hint::AddDeck { name } => {
            format!("pass its text with `decks={{\"{name}\": \u{2026}}}`")
        }
        Hint::RaiseBudget => "a larger number of `steps` reaches further".to_owned(),
        Hint::RewriteRecord => "`Record.canonical` writes it in the notation".to_owned(),
        Hint::DropCharacters => "`Record.canonical` leaves it out".to_owned(),
        Hint::RenumberTurns => "renumber with `Record.canonical`".to_owned(),
        Hint::ConvertFrom { format } => {
            format!("convert it on its own, with `from_=\"{format}\"`")
        }
        Hint::ConvertPasted => "`convert` reads it".to_owned(),
        Hint::ConvertTo { format } => format!("converting to `\"{format}\"` writes all of it"),
        Hint::CheckRecord => "its `findings` say why".to_owned(),
        Hint::FindIllegalTurn => "its `findings` show the illegal turn".to_owned(),
        Hint::ListCodes => "`codes` lists all codes".to_owned(),
        Hint::ExplainCode { code } => format!("`explain(\"{code}\")` returns its page"),
        // These hints do not correspond to a Python function or argument.
        Hint::SetTag { .. }
        | Hint::WriteCards { .. }
        | Hint::CheckDeck
        | Hint::InsertTurn
        | Hint::RemoveTurn
        | Hint::ListAddresses
        | Hint::ListLines => hint.neutral_text(),
        // A hint that this front end does not know yet.
        _ => hint.neutral_text(),
    }
}
