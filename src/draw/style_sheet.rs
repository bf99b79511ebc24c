//! Style sheet of a figure as SVG: the rules that let a page restyle it with custom properties
//! (`--pips-ground: …`).

use super::role::Role;
use super::role_class::class;
use super::style::style;
use super::theme::{FADED, Paint, Theme};

/// End of the class of a faded role.
pub(super) const FADED_CLASS: &str = "-faded";

/// Role that a figure has, for which the style sheet has a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DrawnRole {
    pub(super) role: Role,
    /// True if its colours are mixed with the background.
    pub(super) is_faded: bool,
}

/// Returns the rules that let a page restyle a figure. Programs without custom properties ignore
/// them all.
pub(crate) fn style_sheet(theme: &Theme, roles: impl Iterator<Item = DrawnRole>) -> String {
    let mut used: Vec<DrawnRole> = roles.filter(|drawn| drawn.role != Role::TextOnly).collect();
    used.sort_unstable();
    used.dedup();

    let mut out = String::with_capacity(1_000);
    out.push_str("@supports (--a:0) {\n");
    for drawn in used {
        put_rule(drawn, theme, &mut out);
    }
    out.push_str("}\n");
    out
}

/// Appends the rule for a role.
fn put_rule(drawn: DrawnRole, theme: &Theme, out: &mut String) {
    out.extend([".pips-", &theme.name, " ."]);
    put_class(drawn.role, out);
    out.push_str(if drawn.is_faded { FADED_CLASS } else { "" });

    let style = style(drawn.role);
    let (fill, stroke) = if style.is_hatched(theme) {
        // The lines of the hatching have the colour of the area.
        (None, style.fill)
    } else {
        (style.fill, style.stroke)
    };
    let fill = fill.map(|paint| format!("fill:{}", colour_value(paint, drawn.is_faded, theme)));
    let stroke =
        stroke.map(|paint| format!("stroke:{}", colour_value(paint, drawn.is_faded, theme)));
    let declarations: Vec<String> = fill.into_iter().chain(stroke).collect();
    out.extend(["{", &declarations.join(";"), "}\n"]);
}

/// Returns the value of a colour in a rule: its custom property, with the colour of the theme as
/// the default.
fn colour_value(paint: Paint, is_faded: bool, theme: &Theme) -> String {
    let colour = theme.colour(paint).as_str();
    let variable = format!("var(--pips-{},{colour})", paint.name());
    if !is_faded {
        return variable;
    }
    // Programs that cannot mix colours use the attributes.
    let ground = theme.colour(Paint::Ground).as_str();
    format!("color-mix(in srgb,{variable} {FADED}%,var(--pips-ground,{ground}))")
}

/// Appends the class of a role in style sheets, with its seat.
pub(super) fn put_class(role: Role, out: &mut String) {
    let (class, seat) = class(role);
    out.push_str(class);
    if let Some(seat) = seat {
        out.push('-');
        out.push_str(itoa::Buffer::new().format(seat));
    }
}
