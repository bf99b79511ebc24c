//! Patches: the marks of a diff before each line, and conflict markers.

use super::super::mapped_text::{Cut, Peel};
use super::{ContainerCuts, lines_of};

/// The words at the start of a line about a patch.
const HEADS: [&str; 6] = ["diff ", "index ", "--- ", "+++ ", "@@", "new file"];

/// Removes `+` from the lines that a diff adds. Lines that the diff removes become comments.
pub(super) fn patch_cuts(text: &str) -> Option<ContainerCuts> {
    if !text.contains("+[Game \"") {
        return None;
    }
    let mut cuts = Vec::new();
    for (start, line) in lines_of(text) {
        if HEADS.iter().any(|head| line.starts_with(head)) || line.starts_with('-') {
            cuts.push(Cut::new(start, start, "# ", Peel::Talk));
        } else if line.starts_with(['+', ' ']) {
            cuts.push(Cut::new(start, start + 1, "", Peel::Markup));
        }
    }
    Some((cuts, "patch"))
}

/// Keeps the first side of a conflict. The marks and the other side become comments.
pub(super) fn conflict_marker_cuts(text: &str) -> Option<ContainerCuts> {
    let has = |mark: &str| text.lines().any(|line| line.starts_with(mark));
    if !(has("<<<<<<<") && has("=======") && has(">>>>>>>")) {
        return None;
    }
    let mut is_other_side = false;
    let mut cuts = Vec::new();
    for (start, line) in lines_of(text) {
        is_other_side |= line.starts_with("=======") || line.starts_with("|||||||");
        if is_other_side || line.starts_with("<<<<<<<") {
            cuts.push(Cut::new(start, start, "# ", Peel::Talk));
        }
        is_other_side &= !line.starts_with(">>>>>>>");
    }
    Some((cuts, "conflict, its first side"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::peeled;

    #[test]
    fn one_side_is_kept_and_the_other_is_a_comment() {
        let text =
            "[Game \"gipf\"]\n\n1. a1-b2\n<<<<<<< ours\n2. c3\n=======\n2. d4\n>>>>>>> x\n*\n";
        let expected = "[Game \"gipf\"]\n\n1. a1-b2\n# <<<<<<< ours\n2. c3\n# =======\n# 2. d4\n\
                        # >>>>>>> x\n*\n";
        assert_eq!(peeled(text), expected);
    }

    #[test]
    fn lines_that_a_diff_removes_are_comments() {
        let text = "--- a\n+++ b\n+[Game \"gipf\"]\n+\n-1. a1-b3\n+1. a1-b2 *\n";
        let expected = "# --- a\n# +++ b\n[Game \"gipf\"]\n\n# -1. a1-b3\n1. a1-b2 *\n";
        assert_eq!(peeled(text), expected);
    }
}
