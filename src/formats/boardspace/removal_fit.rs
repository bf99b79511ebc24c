//! Decides which pieces leave the board, from the marks in the source and from common practice.
//!
//! On Boardspace, players click pieces of a row to `Remove` or `Preserve` them; a second click
//! takes the first back. GIPF pieces that are not marked have their usual fate: the mover's own
//! stay on the board, and those of the other seat leave it, unless two rows cross there. A row of
//! only GIPF pieces stays unless one of them is marked.
//!
//! [`rate`] plays the removals of one legal turn ([`Removals`]) and counts where they deviate from
//! the marks ([`Penalties`]). `turns.rs` then chooses the turn with the best [`Fit`].
//!
//! A row is four or more adjacent pieces of one colour on a line. A removal takes the segment: the
//! row and all pieces, of both colours, that extend it without a gap.

use crate::formats::gipf_turns::line_of;
use crate::games::gipf::board::{BoardLine, Spot, SpotSet};
use crate::games::gipf::{Action, Colour, Piece, Pieces, PositionText, Turn};

/// A value for the part of a turn before its push, and one for the part after it.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AroundPush<T> {
    pub(super) before: T,
    pub(super) after: T,
}

/// Spots of `Remove` and `Preserve` before or after a push.
#[derive(Default)]
pub(super) struct Marks {
    /// Spots in order, without duplicates.
    order: Vec<Spot>,
    /// Spots that were marked an odd number of times.
    toggled: SpotSet,
}

impl Marks {
    pub(super) fn add(&mut self, spot: Spot) {
        if !self.order.contains(&spot) {
            self.order.push(spot);
        }
        if self.toggled.contains(spot) {
            self.toggled.remove(spot);
        } else {
            self.toggled.insert(spot);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

/// Penalties for a turn that deviates from the marks. Earlier fields weigh more.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Penalties {
    /// Number of pieces with a fate that contradicts the source.
    pub(super) misfits: usize,
    /// Number of rows removed before others that were marked earlier.
    disorder: usize,
    /// Rows left on the board when a removal ends the game; in the source, all rows leave together.
    rows_left: usize,
    /// True if the game ends before the push.
    pub(super) ends_before_push: bool,
}

/// How well a legal turn fits the marks. The smallest is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    pub(super) penalties: Penalties,
    /// Pieces that leave the board. If two turns have equal penalties and differ here, the source
    /// leaves open which one was played.
    pub(super) removed: AroundPush<SpotSet>,
}

/// Rates a turn by comparing it with the marks before and after its push.
pub(super) fn rate(turn: &Turn, marks: AroundPush<&Marks>, start: &PositionText) -> Fit {
    let mover = start.to_move;
    let mut penalties = Penalties::default();
    let mut removed = AroundPush::<SpotSet>::default();
    let mut removals = Removals::new(start.pieces, mover);
    let mut has_push = false;
    for action in &turn.actions {
        match action {
            Action::Remove(items) => {
                removals.remove(items.iter().filter_map(|item| item.spot.spot()).collect());
            }
            Action::Push(push) => {
                removals.add_penalties(marks.before, &mut penalties);
                removed.before = removals.all_removed();

                let mut pieces = removals.pieces;
                if let Some(line) = line_of(*push) {
                    let introduced = Piece {
                        colour: mover,
                        kind: push.kind,
                    };
                    pieces.push_along(line, introduced);
                }
                removals = Removals::new(pieces, mover);
                has_push = true;
            }
        }
    }

    if has_push {
        removals.add_penalties(marks.after, &mut penalties);
        removed.after = removals.all_removed();
    } else {
        // The removal before the push ended the game, so marks after the push have no effect.
        removals.add_penalties(marks.before, &mut penalties);
        removed.before = removals.all_removed();
        penalties.ends_before_push = true;
        penalties.misfits += marks.after.order.len();
    }

    Fit { penalties, removed }
}

/// Removals before or after a push.
struct Removals {
    mover: Colour,
    /// Pieces at the beginning.
    start: Pieces,
    /// Pieces left.
    pieces: Pieces,
    /// Pieces of each removal.
    removed: Vec<SpotSet>,
    /// GIPF pieces in the rows that were removed.
    gipf_in_rows: SpotSet,
    /// Removals from rows of only GIPF pieces.
    gipf_only: Vec<SpotSet>,
}

impl Removals {
    fn new(start: Pieces, mover: Colour) -> Self {
        Self {
            mover,
            start,
            pieces: start,
            removed: Vec::new(),
            gipf_in_rows: SpotSet::EMPTY,
            gipf_only: Vec::new(),
        }
    }

    /// Removes the pieces of a row. Its single pieces must leave; GIPF pieces may stay.
    fn remove(&mut self, spots: SpotSet) {
        let gipf = self.pieces.gipf();
        let is_removed_row = |segment: &SpotSet| {
            let single_pieces = segment.without(gipf);
            spots.is_within(*segment) && single_pieces.is_within(spots)
        };
        if let Some(segment) = row_segments(&self.pieces, self.mover).find(is_removed_row) {
            self.gipf_in_rows = self.gipf_in_rows.or(segment.and(gipf));
            if segment.is_within(gipf) {
                self.gipf_only.push(spots);
            }
        }
        for spot in spots.iter() {
            self.pieces.set(spot, None);
        }
        self.removed.push(spots);
    }

    /// Returns the pieces of all removals.
    fn all_removed(&self) -> SpotSet {
        self.removed
            .iter()
            .fold(SpotSet::EMPTY, |all, &spots| all.or(spots))
    }

    /// Adds the penalties of these removals.
    fn add_penalties(&self, marks: &Marks, penalties: &mut Penalties) {
        penalties.rows_left += self.count_rows_left();
        penalties.misfits += self.count_gipf_misfits(marks);
        penalties.misfits += self.count_unmarked_gipf_rows(marks);
        self.add_penalties_of_marks(marks, penalties);
    }

    /// Counts the rows left on the board. A row of only GIPF pieces may stay, and does not count.
    fn count_rows_left(&self) -> usize {
        let gipf = self.pieces.gipf();
        row_segments(&self.pieces, self.mover)
            .filter(|segment| !segment.is_within(gipf))
            .count()
    }

    /// Counts the GIPF pieces in removed rows that stay or leave contrary to the source.
    fn count_gipf_misfits(&self, marks: &Marks) -> usize {
        let removed = self.all_removed();
        let crossing = self.crossing_spots();
        let others = self.start.of_colour(self.mover.other());
        let should_leave = |spot: Spot| {
            let usually_leaves = others.contains(spot) && !crossing.contains(spot);
            // A mark reverses the usual fate.
            usually_leaves != marks.toggled.contains(spot)
        };
        self.gipf_in_rows
            .iter()
            .filter(|&spot| should_leave(spot) != removed.contains(spot))
            .count()
    }

    /// Counts the removals from rows of only GIPF pieces that have no mark.
    fn count_unmarked_gipf_rows(&self, marks: &Marks) -> usize {
        self.gipf_only
            .iter()
            .filter(|spots| spots.and(marks.toggled).is_empty())
            .count()
    }

    /// Adds the penalties for marks without effect, and for rows removed in another order than that
    /// of their marks.
    fn add_penalties_of_marks(&self, marks: &Marks, penalties: &mut Penalties) {
        // Indices in `removed`, in the order of the first mark in each row.
        let mut marked_rows: Vec<usize> = Vec::new();
        for &spot in &marks.order {
            if self.start.gipf().contains(spot) {
                let is_without_effect =
                    marks.toggled.contains(spot) && !self.gipf_in_rows.contains(spot);
                penalties.misfits += usize::from(is_without_effect);
                continue;
            }
            match self.removed.iter().position(|spots| spots.contains(spot)) {
                None => penalties.misfits += 1,
                Some(row) => {
                    if !marked_rows.contains(&row) {
                        // A row without an earlier mark was removed before this one.
                        penalties.disorder += usize::from(row > marked_rows.len());
                        marked_rows.push(row);
                    }
                }
            }
        }
    }

    /// Returns the spots where rows cross.
    fn crossing_spots(&self) -> SpotSet {
        let mut in_rows = SpotSet::EMPTY;
        let mut in_two_rows = SpotSet::EMPTY;
        for segment in row_segments(&self.start, self.mover) {
            in_two_rows = in_two_rows.or(in_rows.and(segment));
            in_rows = in_rows.or(segment);
        }
        in_two_rows
    }
}

/// Returns the segments of the rows of a colour.
fn row_segments(pieces: &Pieces, colour: Colour) -> impl Iterator<Item = SpotSet> {
    let own = pieces.of_colour(colour);
    let all = pieces.all();
    BoardLine::all().iter().filter_map(move |line| {
        // Pieces without a gap, of either colour. A line has room for only one row.
        let mut runs = line.spots().split(|&spot| !all.contains(spot));
        let has_row = |run: &&[Spot]| {
            run.split(|&spot| !own.contains(spot))
                .any(|pieces_of_colour| pieces_of_colour.len() >= 4)
        };
        let segment = runs.find(has_row)?;
        Some(segment.iter().copied().collect())
    })
}

#[cfg(test)]
mod tests {
    use super::super::turns::{Action, Event, add_turns};
    use crate::formats::Draft;
    use crate::formats::import_losses::LeftOut;
    use crate::text::Span;

    /// Returns the turn that White's actions make in a position, and the codes of the findings.
    fn turn(variant: &str, position: &str, actions: &str) -> (String, Vec<&'static str>) {
        let mut draft = Draft::default();
        for (name, value) in [
            ("Game", "gipf"),
            ("Variant", variant),
            ("Position", position),
        ] {
            draft.assume(name, value);
        }
        let events = actions.split(", ").enumerate().map(|(index, action)| {
            let mut words = action.split(' ').map(str::to_owned);
            let name = words.next().unwrap_or_default();
            Event::Action(Action {
                colour: crate::games::gipf::Colour::White,
                name,
                points: words.collect(),
                words: Vec::new(),
                span: Span::new(index, index),
            })
        });
        add_turns(events.collect(), &mut draft, &mut LeftOut::default());
        assert_eq!(draft.line.turns.len(), 1, "{actions}");
        (
            draft.line.turns.remove(0).text,
            draft
                .findings
                .iter()
                .map(|finding| finding.code.id)
                .collect(),
        )
    }

    /// Returns the turn that marks rows and then pushes a piece to `b2`.
    fn clear(variant: &str, position: &str, marks: &str) -> (String, Vec<&'static str>) {
        turn(
            variant,
            position,
            &format!("{marks}dropb a1, pickb a1, dropb b2, done"),
        )
    }

    #[test]
    fn a_row_is_removed_before_the_push_marked_or_not() {
        let position = "4/5/6/1wwww2/6/5/4 w 8,12 0,0 - -";
        for marks in [
            "",
            "remove e4, ",
            "remove e4, remove e3, ",
            "remove e4, done, ",
            "preserve e6, ",
        ] {
            assert_eq!(
                clear("basic", position, marks),
                ("xe3,e4,e5,e6;b2".to_owned(), vec![]),
                "{marks}"
            );
        }
        let (text, codes) = clear("basic", position, "remove c3, ");
        assert_eq!(
            (text.as_str(), codes),
            ("xe3,e4,e5,e6;b2", vec!["import/value"])
        );
    }

    #[test]
    fn of_two_crossing_rows_the_marked_one_is_removed() {
        let position = "4/1w3/2w3/1wwww2/3w2/5/4 w 5,12 0,0 - -";
        let file = ("xe3,e4,e5,e6;b2".to_owned(), vec![]);
        assert_eq!(clear("basic", position, "remove e4, "), file);
        assert_eq!(clear("basic", position, "remove e4, remove e5, "), file);
        assert_eq!(
            clear("basic", position, "remove c3, "),
            ("xc3,d4,e5,f5;b2".to_owned(), vec![])
        );
        // The crossing is in both rows.
        assert_eq!(
            clear("basic", position, "remove e5, ").1,
            ["import/assumed"]
        );
        assert_eq!(clear("basic", position, "").1, ["import/assumed"]);
        // The line has five pieces: after the other row has been removed, four are left; if this
        // row is removed first, nothing is left of the other.
        let longer = "4/1w3/2w3/1wwwww1/3w2/5/4 w 4,12 0,0 - -";
        assert_eq!(clear("basic", longer, "remove c3, ").0, "xc3,d4,e5,f5;b2");
    }

    #[test]
    fn gipf_pieces_have_their_usual_fate_or_the_other_one() {
        let others = "3W/5/6/1wwwwB1/6/5/3B w 8,10 0,0 - -";
        let goes = ("xe3,e4,e5,e6,Ge7*;b2".to_owned(), vec![]);
        let stays = ("xe3,e4,e5,e6;b2".to_owned(), vec![]);
        assert_eq!(clear("standard", others, ""), goes);
        assert_eq!(clear("standard", others, "remove e4, preserve e7, "), stays);
        assert_eq!(clear("standard", others, "remove e7, "), stays);
        assert_eq!(
            clear("standard", others, "preserve e7, preserve e7, "),
            goes
        );
        let own = "3W/5/6/1wWww2/6/5/3B w 8,10 0,0 - -";
        assert_eq!(
            clear("standard", own, ""),
            ("xe3,e5,e6;b2".to_owned(), vec![])
        );
        assert_eq!(
            clear("standard", own, "remove e4, "),
            ("xe3,Ge4,e5,e6;b2".to_owned(), vec![])
        );
        assert_eq!(
            clear("standard", own, "remove e4, preserve e4, "),
            ("xe3,e5,e6;b2".to_owned(), vec![])
        );
    }

    #[test]
    fn the_other_seats_gipf_piece_stays_where_rows_cross() {
        let position = "3W/B4/1wwwwB/5w1/4w1/3w1/2w1 w 4,8 0,0 - -";
        assert_eq!(
            clear("standard", position, ""),
            ("xd3,d4,d5,d6;xe7,f6,g5,h4;b2".to_owned(), vec![])
        );
        let marked = clear("standard", position, "remove d7, ");
        assert_eq!(
            marked,
            ("xGd7*,e7,f6,g5,h4;xd3,d4,d5,d6;b2".to_owned(), vec![])
        );
    }

    #[test]
    fn a_row_of_gipf_pieces_stays_unless_one_is_marked() {
        let position = "4/5/6/1WWWW2/6/5/3B w 8,10 0,0 - -";
        assert_eq!(clear("standard", position, ""), ("b2".to_owned(), vec![]));
        assert_eq!(
            clear("standard", position, "remove e4, "),
            ("xGe4;b2".to_owned(), vec![])
        );
    }

    /// On the site, a turn continues after the removal that decides the game; here it ends.
    #[test]
    fn a_removal_that_takes_the_last_gipf_piece_ends_the_turn() {
        let last = "3W/5/6/1wwwwB1/6/5/4 w 8,10 0,0 - -";
        for marks in ["", "remove e4, ", "remove e4, done, "] {
            assert_eq!(
                clear("standard", last, marks),
                ("xe3,e4,e5,e6,Ge7*".to_owned(), vec![]),
                "{marks}"
            );
        }
        // The piece stays because the source says so, and the turn continues.
        assert_eq!(
            clear("standard", last, "preserve e7, "),
            ("xe3,e4,e5,e6;b2".to_owned(), vec![])
        );
        let own = "4/5/6/1wWww2/6/5/3B w 8,10 0,0 - -";
        assert_eq!(
            clear("standard", own, "remove e4, "),
            ("xe3,Ge4,e5,e6".to_owned(), vec![])
        );
        assert_eq!(
            clear("standard", own, ""),
            ("xe3,e5,e6;b2".to_owned(), vec![])
        );
    }

    #[test]
    fn rows_removed_together_are_all_removed_before_the_game_ends() {
        let position = "w1w1/w1w2/w1w3/bW5/6/5/3B w 8,10 0,0 - -";
        let with = |marks: &str| {
            turn(
                "standard",
                position,
                &format!("dropb e1, slidefrom e1 e2, {marks}done"),
            )
        };
        assert_eq!(
            with("remove e4, "),
            ("e1-e4;xb2,c2,d2,e2;xb4,c4,d4,Ge4".to_owned(), vec![])
        );
        assert_eq!(
            with("remove b2, remove e4, "),
            ("e1-e4;xb2,c2,d2,e2;xb4,c4,d4,Ge4".to_owned(), vec![])
        );
        // The deciding row was taken first, so the other is still there when the game ends.
        assert_eq!(
            with("remove b4, remove e4, "),
            ("e1-e4;xb4,c4,d4,Ge4".to_owned(), vec![])
        );
    }

    #[test]
    fn marks_after_the_push_refer_to_the_board_after_it() {
        let position = "3W/5/6/wwW4/6/5/3B w 8,10 0,0 - -";
        let with = |marks: &str| {
            turn(
                "standard",
                position,
                &format!("dropb e1, slidefrom e1 e2, {marks}done"),
            )
        };
        assert_eq!(with(""), ("e1-e5;xe2,e3,e4".to_owned(), vec![]));
        assert_eq!(
            with("remove e5, "),
            ("e1-e5;xe2,e3,e4,Ge5".to_owned(), vec![])
        );
        assert_eq!(
            with("remove e3, remove e5, remove e5, "),
            ("e1-e5;xe2,e3,e4".to_owned(), vec![])
        );
    }
}
