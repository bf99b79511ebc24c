//! Checks that the places in figure commands are on the board, in all comments of a record.

use crate::findings::{Finding, code};
use crate::games::Game;
use crate::notation::{
    Command, Comment, FigureCommand, Item, Line, Meaning, Record, form_of_command, shorten,
};
use crate::text::MAX_FINDINGS;

/// Reports figure commands that name a place that is not on the board.
pub(super) fn unknown_places<G: Game>(record: &Record, setup: &G::Setup) -> Vec<Finding> {
    let mut findings = Vec::new();
    visit_comments(record, &mut |placed| {
        let PlacedComment {
            comment,
            turn,
            path,
        } = placed;
        for command in &comment.commands {
            let Some(place) = unknown_place::<G>(setup, command) else {
                continue;
            };
            if findings.len() >= MAX_FINDINGS {
                return;
            }
            let offset = record.text_of(command.arguments).find(place).unwrap_or(0);
            let span = command.arguments.within(&(offset..offset + place.len()));
            let kind = match command.meaning {
                Meaning::Figure(Ok(FigureCommand::Pieces(_))) => "a dot of GIPF",
                _ => "a place of this board",
            };
            let message = format!("`{}` is not {kind}.", shorten(place));
            let form = form_of_command(record.text_of(command.name), Some(G::ID));
            findings.push(
                Finding::new(&code::COMMAND_MALFORMED, span, message)
                    .with_help(form)
                    .at(*turn, path),
            );
        }
    });
    findings
}

/// Returns the first place in a command that is not on the board.
pub(super) fn unknown_place<'c, G: Game>(
    setup: &G::Setup,
    command: &'c Command,
) -> Option<&'c str> {
    let Meaning::Figure(Ok(figure)) = &command.meaning else {
        return None;
    };
    // `[%piece]` shows pieces on the dots of GIPF, from which they are pushed onto the board. All
    // other commands are about places of the board itself.
    figure.places().into_iter().find(|place| match figure {
        FigureCommand::Pieces(_) => !G::is_dot(setup, place),
        _ => !G::is_place(setup, place),
    })
}

/// A comment with the turn and the line that it belongs to.
struct PlacedComment<'r> {
    comment: &'r Comment,
    turn: u32,
    path: &'r [u32],
}

/// Visits every comment of a record.
fn visit_comments<'r>(record: &'r Record, visit: &mut dyn FnMut(&PlacedComment<'r>)) {
    visit_line(&record.moves, visit);
    let last = record.moves.turns.last().map_or(0, |node| node.number);
    visit_items(&record.closing, last, &[], visit);
}

fn visit_line<'r>(line: &'r Line, visit: &mut dyn FnMut(&PlacedComment<'r>)) {
    // A path ends with the turn that the variation replaces, and the number of the variation.
    let replaced = line
        .path
        .len()
        .checked_sub(2)
        .and_then(|index| line.path.get(index));
    visit_items(
        &line.opening,
        replaced.map_or(0, |turn| turn.saturating_sub(1)),
        &line.path,
        visit,
    );
    for node in &line.turns {
        visit_items(&node.after, node.number, &line.path, visit);
    }
}

fn visit_items<'r>(
    items: &'r [Item],
    turn: u32,
    path: &'r [u32],
    visit: &mut dyn FnMut(&PlacedComment<'r>),
) {
    for item in items {
        match item {
            Item::Comment(comment) => visit(&PlacedComment {
                comment,
                turn,
                path,
            }),
            Item::Variation(variation) => visit_line(&variation.line, visit),
            Item::Hash(_) => {}
        }
    }
}
