//! Annotations in words: sentences for the text description of a figure, and notes about what the
//! text forms cannot draw.

use std::collections::BTreeMap;

use super::annotation::{Annotations, ComparedNumber, Comparison, Fate, Ghost, Mark};
use super::language::Lang;
use super::scene::Scene;
use super::spoken_places;

/// Returns the annotations of a scene as sentences.
pub(super) fn sentences(annotations: &Annotations, scene: &Scene, lang: Lang) -> Vec<String> {
    let say = Sentences { scene, lang };
    let mut sentences: Vec<String> = Vec::new();
    for (mark, names) in names_by_mark(annotations) {
        let sentence = match mark {
            Mark::Circle => "Marked with a circle: {0}.",
            Mark::Square => "Marked with a square: {0}.",
            Mark::Cross => "Marked with a cross: {0}.",
            Mark::Triangle => "Marked with a triangle: {0}.",
            Mark::Shade => "Marked with a shade: {0}.",
            Mark::Fault => "Places of the error: {0}.",
        };
        sentences.push(lang.fill(sentence, &[&say.spoken_places(names)]));
    }

    // An empty list has no sentence.
    let list = |what: &'static str, listed: String| {
        (!listed.is_empty()).then(|| lang.fill(what, &[&listed]))
    };
    let remarks = annotations
        .remarks
        .iter()
        .map(|remark| remark.replace('\u{A0}', " "));
    let lists = [
        list("Arrows from {0}.", say.spoken_pairs(&annotations.arrows)),
        list("Possible: {0}.", say.spoken_pairs(&annotations.possible)),
        list("Lines from {0}.", say.spoken_pairs(&annotations.lines)),
        list("Labels: {0}.", say.items_at_places(&annotations.labels)),
        list(
            "About to be pushed: {0}.",
            say.pieces_by_owner(&annotations.waiting),
        ),
        list(
            "Placed by the last turn: {0}.",
            say.spoken_places(&annotations.last_turn),
        ),
        list("Moved: {0}.", say.spoken_pairs(&annotations.moved)),
        say.describe_changes(annotations),
        say.describe_rows(annotations),
        say.describe_removed_pieces(&annotations.gone),
        list(
            "Turns entered at: {0}.",
            say.items_at_places(&annotations.entries),
        ),
        list(
            "Turns by number: {0}.",
            say.items_at_places(&annotations.numbers),
        ),
        list(
            "Not on the board: {0}.",
            remarks.collect::<Vec<_>>().join(", "),
        ),
    ];
    sentences.extend(lists.into_iter().flatten());
    sentences
}

/// Returns the notes on parts that the text forms cannot draw.
pub(super) fn text_notes(annotations: &Annotations, scene: &Scene, lang: Lang) -> Vec<String> {
    let mut notes = Vec::new();
    let numbers = annotations
        .numbers
        .iter()
        .map(|(name, number)| format!("{number} {name}"));
    let entries = annotations
        .entries
        .iter()
        .map(|(name, number)| format!("{number} {name}"));
    // The text forms show the labels of one letter.
    let long_labels = annotations
        .labels
        .iter()
        .filter(|(_, text)| text.chars().count() > 1);
    let labels = long_labels.map(|(name, text)| lang.fill("{0} at {1}", &[text, name]));
    let say = Sentences { scene, lang };
    let is_explained = !annotations.comparisons.is_empty();
    let changed = if is_explained {
        String::new()
    } else {
        annotations.changed.join(", ")
    };
    for (what, listed) in [
        ("Arrows: {0}", list_pairs(&annotations.arrows, ">")),
        ("Possible: {0}", list_pairs(&annotations.possible, ">")),
        ("Lines: {0}", list_pairs(&annotations.lines, "..")),
        (
            "About to be pushed: {0}",
            say.pieces_by_owner(&annotations.waiting),
        ),
        ("Moved: {0}", list_pairs(&annotations.moved, ">")),
        ("Changed: {0}", changed),
        ("Rows: {0}", list_pairs(&annotations.rows, "..")),
        ("Labels: {0}", labels.collect::<Vec<_>>().join(", ")),
        ("Turns: {0}", numbers.collect::<Vec<_>>().join(", ")),
        ("Entered: {0}", entries.collect::<Vec<_>>().join(", ")),
    ] {
        if !listed.is_empty() {
            notes.push(lang.fill(what, &[&listed]));
        }
    }

    if is_explained {
        notes.extend(say.describe_changes(annotations));
    }
    notes
}

/// Writes annotations as sentences.
struct Sentences<'a> {
    scene: &'a Scene,
    lang: Lang,
}

impl Sentences<'_> {
    /// Returns the name of a place for speech.
    fn spoken_place(&self, name: &str) -> String {
        spoken_places::place(self.scene, name, self.lang)
    }

    /// Lists places for speech.
    fn spoken_places<'n>(
        &self,
        names: impl IntoIterator<Item = &'n (impl AsRef<str> + 'n + ?Sized)>,
    ) -> String {
        names
            .into_iter()
            .map(|name| self.spoken_place(name.as_ref()))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Formats pairs of places as a list in words.
    fn spoken_pairs(&self, pairs: &[(String, String)]) -> String {
        let spoken =
            |(from, to): &(String, String)| (self.spoken_place(from), self.spoken_place(to));
        pairs_in_words(&pairs.iter().map(spoken).collect::<Vec<_>>(), self.lang)
    }

    /// Formats the contents of places as a list.
    fn items_at_places(&self, items: &[(String, impl std::fmt::Display)]) -> String {
        let items = items.iter().map(|(name, text)| {
            self.lang
                .fill("{0} at {1}", &[text, &self.spoken_place(name)])
        });
        items.collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of the owner of the pieces with this appearance.
    fn owner_name(&self, seat: u8) -> Option<&'static str> {
        let name = self.scene.seats.iter().find(|(known, _)| *known == seat)?.1;
        Some(self.lang.say(name))
    }

    /// Lists pieces by owner.
    fn pieces_by_owner(&self, ghosts: &[Ghost]) -> String {
        let mut by_seat: BTreeMap<u8, Vec<String>> = BTreeMap::new();
        for ghost in ghosts {
            by_seat
                .entry(ghost.seat)
                .or_default()
                .push(self.spoken_piece(ghost));
        }
        let listed = by_seat.into_iter().map(|(seat, names)| {
            let names = names.join(", ");
            self.owner_name(seat)
                .map_or(names.clone(), |who| format!("{who} {names}"))
        });
        listed.collect::<Vec<_>>().join("; ")
    }

    /// Describes the pieces that changed and, if the game gives it, the reason.
    fn describe_changes(&self, annotations: &Annotations) -> Option<String> {
        let explained: Vec<String> = annotations
            .comparisons
            .iter()
            .map(|comparison| self.describe_comparison(comparison))
            .collect();
        if !explained.is_empty() {
            return Some(explained.join(" "));
        }

        let changed = self.spoken_places(&annotations.changed);
        (!changed.is_empty()).then(|| self.lang.fill("Changed: {0}.", &[&changed]))
    }

    /// Describes why a piece changed.
    fn describe_comparison(&self, comparison: &Comparison) -> String {
        let Comparison {
            larger,
            smaller,
            turned,
        } = comparison;
        self.lang.fill(
            "{0} turned {1}: the {2} on the {3} is more than the {4} on the {5}.",
            &[
                &self.spoken_place(&smaller.place),
                &self.lang.say(turned),
                &larger.number,
                &self.spoken_side(larger),
                &smaller.number,
                &self.spoken_side(smaller),
            ],
        )
    }

    /// Returns the side of a piece with its place, such as `north of c3`.
    fn spoken_side(&self, compared: &ComparedNumber) -> String {
        let pattern = match compared.side {
            "north" => "north of {0}",
            "east" => "east of {0}",
            "south" => "south of {0}",
            _ => "west of {0}",
        };
        let place = self.spoken_place(&compared.place);
        self.lang.fill(pattern, &[&place])
    }

    /// Describes the pieces that left the board, grouped by their fate.
    fn describe_removed_pieces(&self, ghosts: &[Ghost]) -> Option<String> {
        let mut sentences = Vec::new();
        for (fate, pattern) in [
            (Fate::Reserve, "Back to {0}'s reserve: {1}."),
            (Fate::Lost, "Lost by {0}: {1}."),
        ] {
            for &(seat, owner) in &self.scene.seats {
                let is_its = |ghost: &&Ghost| ghost.fate == fate && ghost.seat == seat;
                let names: Vec<String> = ghosts
                    .iter()
                    .filter(is_its)
                    .map(|ghost| self.removed_piece(ghost))
                    .collect();
                if !names.is_empty() {
                    let owner = self.lang.say(owner);
                    sentences.push(self.lang.fill(pattern, &[&owner, &names.join(", ")]));
                }
            }
        }
        let is_other = |ghost: &&Ghost| ghost.fate == Fate::Unknown;
        let others: Vec<Ghost> = ghosts.iter().filter(is_other).cloned().collect();
        if !others.is_empty() {
            let listed = self.pieces_by_owner(&others);
            sentences.push(self.lang.fill("Left the board: {0}.", &[&listed]));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// Returns the place of a piece, after `GIPF` for a special piece.
    fn spoken_piece(&self, ghost: &Ghost) -> String {
        let place = self.spoken_place(&ghost.name);
        if ghost.ring {
            format!("GIPF {place}")
        } else {
            place
        }
    }

    /// Returns the place of a piece that has left the board, with the kind of a special piece.
    fn removed_piece(&self, ghost: &Ghost) -> String {
        let place = self.spoken_place(&ghost.name);
        if ghost.ring {
            self.lang.fill("the GIPF piece on {0}", &[&place])
        } else {
            place
        }
    }

    /// Describes the rows whose pieces were removed, with their owner.
    fn describe_rows(&self, annotations: &Annotations) -> Option<String> {
        let rows = self.spoken_pairs(&annotations.rows);
        let owner = annotations.row_owner.and_then(|seat| self.owner_name(seat));
        match (annotations.rows.as_slice(), owner) {
            ([], _) => None,
            (_, None) => Some(self.lang.fill("Rows from {0}.", &[&rows])),
            ([_], Some(owner)) => Some(self.lang.fill("{0}'s row from {1}.", &[&owner, &rows])),
            (_, Some(owner)) => Some(self.lang.fill("{0}'s rows from {1}.", &[&owner, &rows])),
        }
    }
}

/// Groups the names of places by mark, in the order of [`Mark::ALL`].
pub(super) fn names_by_mark(annotations: &Annotations) -> BTreeMap<Mark, Vec<&str>> {
    let mut names: BTreeMap<Mark, Vec<&str>> = BTreeMap::new();
    for (mark, name) in &annotations.marks {
        names.entry(*mark).or_default().push(name);
    }
    names
}

/// Formats pairs of places as a list.
pub(super) fn list_pairs(pairs: &[(String, String)], between: &str) -> String {
    pairs
        .iter()
        .map(|(from, to)| format!("{from}{between}{to}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Formats pairs of places as a list in words.
pub(super) fn pairs_in_words(pairs: &[(String, String)], lang: Lang) -> String {
    pairs
        .iter()
        .map(|(from, to)| lang.fill("{0} to {1}", &[from, to]))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Ends a text with a full stop, for screen readers.
pub(super) fn as_sentence(words: &str) -> String {
    let words = words.trim();
    if words.is_empty() || words.ends_with(['.', '!', '?', '…', ':', ';']) {
        words.to_owned()
    } else {
        format!("{words}.")
    }
}
