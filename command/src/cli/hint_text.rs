//! The text of a [`Hint`] in terms of the command line: its options and subcommands. A hint is the
//! library's advice on an error. It does not name options, because each front end words it itself.

use pipscribe::findings::{Hint, Hinted};
use pipscribe::games::GameId;

/// Words a hint as options and commands.
pub(crate) fn hint_text(hint: &Hint) -> String {
    match hint {
        Hint::ChooseVariant { game: None } => "set it with `--variant`".to_owned(),
        Hint::ChooseVariant { game: Some(game) } => {
            let title = game.parse::<GameId>().map_or(*game, GameId::title);
            format!(
                "if the stones are those of a game of {title}, name the variant with `--variant`"
            )
        }
        Hint::ChooseGame => "name the game with `--game`".to_owned(),
        Hint::AddDeck { name } => {
            format!("give its file with `--deck FILE`, put it next to the record as `{name}.yaml`")
        }
        Hint::CheckDeck => "run `pipscribe deck check FILE` to see all errors".to_owned(),
        Hint::RewriteRecord => "run `pipscribe fmt` to write it in the notation".to_owned(),
        Hint::DropCharacters => "`pipscribe fmt` leaves it out".to_owned(),
        Hint::RenumberTurns => "run `pipscribe fmt` to renumber".to_owned(),
        Hint::ConvertFrom { format } => {
            format!("save it as a separate file and run `pipscribe convert --from {format} FILE`")
        }
        Hint::ConvertPasted => "run `pipscribe convert FILE` to convert it to a record".to_owned(),
        Hint::ConvertTo { format } => format!("`convert --to {format}` writes all of it"),
        Hint::CheckRecord => "run `pipscribe check` to see why".to_owned(),
        Hint::FindIllegalTurn => "`pipscribe check` shows the illegal turn".to_owned(),
        Hint::ListAddresses => "`pipscribe replay --tree` shows the addresses".to_owned(),
        Hint::ListLines => "`pipscribe replay --tree` shows the turns of each line".to_owned(),
        Hint::ListCodes => "`pipscribe explain` lists all codes".to_owned(),
        Hint::ExplainCode { code } => format!("`pipscribe explain {code}` shows this page"),
        // These hints do not correspond to an option or a command.
        Hint::SetTag { .. }
        | Hint::WriteCards { .. }
        | Hint::RaiseBudget
        | Hint::InsertTurn
        | Hint::RemoveTurn => hint.neutral_text(),
        // A hint that this front end does not know yet.
        _ => hint.neutral_text(),
    }
}

/// Returns the text of an error with its hint.
pub(crate) fn error_text(error: &impl Hinted) -> String {
    error.with_hint(hint_text)
}
