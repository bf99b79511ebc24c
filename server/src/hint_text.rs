//! The text of a [`Hint`] in terms of an editor: its commands, its settings, and the files next to
//! the record.

use pipscribe::findings::Hint;

/// Words a hint for the user of an editor.
pub(super) fn hint_text(hint: &Hint) -> String {
    match hint {
        Hint::AddDeck { name } => format!(
            "put its file next to the record as `{name}.yaml`, name it in the setting `decks`"
        ),
        Hint::CheckDeck => "open the deck file to see all errors".to_owned(),
        Hint::RewriteRecord => "format the document to write it in the notation".to_owned(),
        Hint::DropCharacters => "formatting the document leaves it out".to_owned(),
        Hint::RenumberTurns => "format the document to renumber".to_owned(),
        Hint::ListCodes => "completion lists all codes".to_owned(),
        Hint::CheckRecord => "its diagnostics say why".to_owned(),
        Hint::FindIllegalTurn => "its diagnostics show the illegal turn".to_owned(),
        Hint::ListAddresses | Hint::ListLines => "the outline lists the turns".to_owned(),
        // For these hints, no editor feature helps more than the neutral text.
        Hint::ChooseVariant { .. }
        | Hint::ChooseGame
        | Hint::SetTag { .. }
        | Hint::WriteCards { .. }
        | Hint::RaiseBudget
        | Hint::InsertTurn
        | Hint::RemoveTurn
        | Hint::ConvertFrom { .. }
        | Hint::ConvertPasted
        | Hint::ConvertTo { .. }
        | Hint::ExplainCode { .. } => hint.neutral_text(),
        // A hint that this front end does not know yet.
        _ => hint.neutral_text(),
    }
}
