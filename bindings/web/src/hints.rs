//! Hints in the words of JavaScript: its functions and their options.

use pipscribe::findings::Hint;
use pipscribe::games::GameId;

/// Words a hint for a program in JavaScript.
pub(crate) fn hint_text(hint: &Hint) -> String {
    match hint {
        Hint::ChooseVariant { game: None } => "set it with the option `variant`".to_owned(),
        Hint::ChooseVariant { game: Some(game) } => {
            let title = game.parse::<GameId>().map_or(*game, GameId::title);
            format!("if this is a record of {title}, name the variant with the option `variant`")
        }
        Hint::ChooseGame => "name the game with the option `game`".to_owned(),
        Hint::AddDeck { name } => {
            format!("pass its text in the option `decks`, under the name `{name}`")
        }
        Hint::RewriteRecord => "`format` writes it in the notation".to_owned(),
        Hint::DropCharacters => "`format` leaves it out".to_owned(),
        Hint::RenumberTurns => "renumber with `format`".to_owned(),
        Hint::ConvertFrom { format } => {
            format!("call `convert` for it on its own, with `from: \"{format}\"`")
        }
        Hint::ConvertPasted => "`convert` reads it".to_owned(),
        Hint::ConvertTo { format } => {
            format!("`convert` with `to: \"{format}\"` writes all of it")
        }
        Hint::CheckRecord => "`check` says why".to_owned(),
        Hint::FindIllegalTurn => "`check` shows the illegal turn".to_owned(),
        Hint::ExplainCode { code } => format!("`explain(\"{code}\")` returns its page"),
        // These hints do not correspond to a JavaScript function or option.
        Hint::SetTag { .. }
        | Hint::WriteCards { .. }
        | Hint::CheckDeck
        | Hint::RaiseBudget
        | Hint::InsertTurn
        | Hint::RemoveTurn
        | Hint::ListAddresses
        | Hint::ListLines
        | Hint::ListCodes => hint.neutral_text(),
        // A hint that this front end does not know yet.
        _ => hint.neutral_text(),
    }
}
