//! A scene as text.

use super::scene::{Anchor, Place, Role, Scene, Shape};

/// Writes a scene as lines of text; marks stand as brackets, the last turn
/// as parentheses.
pub fn write_text(scene: &Scene) -> String {
    let columns = (scene.size.x / scene.text_grid.x + 1).max(1);
    let rows = (scene.size.y / scene.text_grid.y + 1).max(1);
    let mut page = Page { rows: vec![Vec::new(); rows as usize], columns: columns as usize };
    let cell = |at: Place| {
        let column = rounded(at.x - scene.origin.x, scene.text_grid.x);
        let row = rounded(at.y - scene.origin.y, scene.text_grid.y);
        (column, row)
    };
    for element in &scene.elements {
        let (at, anchor) = match &element.shape {
            Shape::Disc { at, .. } => (*at, Anchor::Middle),
            Shape::Label { at, anchor, .. } => (*at, *anchor),
            Shape::Line { .. } | Shape::Polygon { .. } => continue,
        };
        let (column, row) = cell(at);
        let brackets = match element.role {
            Role::Mark => Some(["[", "]"]),
            Role::LastTurn(_) => Some(["(", ")"]),
            _ => None,
        };
        if let Some([before, behind]) = brackets {
            page.put(row, column - 1, before);
            page.put(row, column + 1, behind);
            continue;
        }
        let length = i32::try_from(element.text.chars().count()).unwrap_or(0);
        let start = if anchor == Anchor::Middle { column - (length - 1) / 2 } else { column };
        page.put(row, start, &element.text);
    }
    page.finish()
}

fn rounded(distance: i32, step: i32) -> i32 {
    (distance + step / 2).div_euclid(step)
}

struct Page {
    rows: Vec<Vec<char>>,
    columns: usize,
}

impl Page {
    fn put(&mut self, row: i32, column: i32, text: &str) {
        let (Ok(row), Ok(mut column)) = (usize::try_from(row), usize::try_from(column)) else { return };
        let Some(line) = self.rows.get_mut(row) else { return };
        for character in text.chars() {
            if column >= line.len() {
                line.resize(column + 1, ' ');
            }
            line[column] = character;
            column += 1;
        }
        self.columns = self.columns.max(column);
    }

    fn finish(self) -> String {
        let lines: Vec<String> =
            self.rows.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned()).collect();
        let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
        let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        let mut text = lines[first..last].join("\n");
        text.push('\n');
        text
    }
}
