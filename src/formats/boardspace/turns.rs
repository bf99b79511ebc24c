//! Actions as turns: what is not written follows from the rules.

use super::Action;
use crate::findings::Finding;
use crate::formats::gipf_play::{Play, legal_turns, line_of, push_of};
use crate::formats::{Draft, DraftTurn, codes};
use crate::games::Language;
use crate::games::gipf::board::{Point, PushLine};
use crate::games::gipf::{self, Gipf, Turn};
use crate::text::Span;

/// What the actions of a turn have said so far.
#[derive(Default)]
struct Said {
    dot: Option<Point>,
    line: Option<PushLine>,
    plays_single: bool,
    /// Spots of `Remove` and `Preserve`.
    marked: Vec<String>,
    span: Option<Span>,
}

/// Plays all turns.
pub(super) fn play(actions: Vec<Action>, draft: &mut Draft) {
    let play = Play::new(draft.tag("Variant").unwrap_or_default(), draft.tag("Options"));
    let start = draft.tag("Position").map(str::to_owned);
    let mut position = start.or_else(|| play.start());
    let mut said = Said::default();
    for action in actions {
        let point = |at: usize| action.points.get(at).and_then(|name| Point::named(name));
        match action.name.as_str() {
            "start" | "edit" => continue,
            "done" => {
                if let Some(turn) = finish(std::mem::take(&mut said), &play, position.as_deref(), draft) {
                    position = position.and_then(|before| play.play(&before, &turn.text).ok());
                    draft.line.turns.push(turn);
                }
                continue;
            }
            "resign" => {
                let turn = DraftTurn { text: "resign".to_owned(), span: action.span, ..DraftTurn::default() };
                draft.line.turns.push(turn);
                break;
            }
            "standard" => said.plays_single = !said.plays_single,
            "dropb" => match point(0) {
                Some(dot) if dot.is_dot() => said.dot = Some(dot),
                spot => said.line = said.dot.and_then(|dot| line(dot, spot?)).or(said.line),
            },
            "slide" | "slidefrom" => said.line = point(0).and_then(|dot| line(dot, point(1)?)),
            "remove" | "preserve" => said.marked.extend(action.points.first().cloned()),
            "pick" | "pickb" | "drop" => {}
            other => {
                let message = format!("`{other}` is no action of GIPF that can be read.");
                draft.findings.push(Finding::new(&codes::VALUE, action.span, message));
                continue;
            }
        }
        said.span = Some(said.span.map_or(action.span, |known| Span { end: action.span.end, ..known }));
    }
    if said.span.is_some()
        && let Some(turn) = finish(said, &play, position.as_deref(), draft)
    {
        draft.line.turns.push(turn);
    }
}

fn line(dot: Point, spot: Point) -> Option<PushLine> {
    PushLine::from_dot(dot).find(|line| line.path().next() == spot.spot())
}

/// The turn that was said; `None` where nothing was.
fn finish(said: Said, play: &Play, position: Option<&str>, draft: &mut Draft) -> Option<DraftTurn> {
    let span = said.span?;
    let written = said.line.and_then(|line| Some(format!("{}-{}", line.dot, line.path().next()?)));
    let as_it_is = |text: String| DraftTurn { text, span, ..DraftTurn::default() };
    let (Some(line), Some(before)) = (said.line, position) else {
        return Some(as_it_is(written.unwrap_or_else(|| "_".to_owned())));
    };
    let fits: Vec<Turn> = legal_turns(play, before).into_iter().filter(|turn| takes(turn, line)).collect();
    // A GIPF piece comes in as long as one may, unless the turn says otherwise.
    let introduces = !said.plays_single && fits.iter().any(is_gipf);
    let mut fits: Vec<(usize, Turn)> = fits
        .into_iter()
        .filter(|turn| is_gipf(turn) == introduces)
        .map(|turn| (misfits(&turn, &said.marked, before), turn))
        .collect();
    fits.sort_by_key(|(count, turn)| (*count, turn.to_string()));
    if let [(best, _), (next, _), ..] = fits.as_slice()
        && best == next
    {
        let message = "The source leaves open which pieces are removed; one of the legal turns was taken.";
        draft.findings.push(Finding::new(&codes::VALUE, span, message));
    }
    Some(as_it_is(fits.into_iter().next().map_or_else(|| written.unwrap_or_default(), |(_, turn)| turn.to_string())))
}

fn takes(turn: &Turn, line: PushLine) -> bool {
    push_of(turn).is_some_and(|push| match push.from {
        Some(_) => line_of(push) == Some(line),
        None => push.to.spot() == line.path().next(),
    })
}

fn is_gipf(turn: &Turn) -> bool {
    push_of(turn).is_some_and(|push| push.gipf)
}

/// How many pieces meet another fate than the source gives them.
fn misfits(turn: &Turn, marked: &[String], before: &str) -> usize {
    let lists = turn.actions.iter().filter_map(|action| match action {
        gipf::Action::Remove(items) => Some(items),
        gipf::Action::Push(_) => None,
    });
    let removed: Vec<&gipf::Item> = lists.flatten().collect();
    let is_marked = |name: &str| marked.iter().any(|spot| spot == name);
    // GIPF pieces that went: own ones only if marked, others unless marked.
    let wrong = removed.iter().filter(|item| item.gipf && is_marked(&item.spot.to_string()) == item.other_seat).count();
    // Marked pieces that stayed: single ones, and own GIPF pieces.
    let pieces = Gipf::parse_position(before).map(|position| (position.pieces, position.to_move));
    let stayed = marked.iter().filter(|name| {
        let is_removed = removed.iter().any(|item| item.spot.to_string() == **name);
        let piece = Point::named(name).and_then(Point::spot).zip(pieces.as_ref().ok());
        let piece = piece.and_then(|(spot, (pieces, mover))| Some((pieces.at(spot)?, *mover)));
        !is_removed && !piece.is_some_and(|(piece, mover)| piece.gipf && piece.colour != mover)
    });
    // Of turns that are alike, the one that takes more of the other seat's GIPF pieces.
    let kept = removed.iter().filter(|item| item.gipf && item.other_seat).count();
    (wrong + stayed.count()) * 100 + 50 - kept.min(50)
}
