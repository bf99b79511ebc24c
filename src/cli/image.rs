//! Figures as PNG and PDF, where this build of the command can draw them.

use super::Failure;

/// A page as PNG, `scale` times as large as at 96 pixels to the inch.
#[cfg(feature = "png")]
pub(super) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Failure> {
    crate::draw::write_png(svg, scale).map_err(|error| Failure::Usage(error.to_string()))
}

#[cfg(not(feature = "png"))]
pub(super) fn png(_svg: &str, _scale: f32) -> Result<Vec<u8>, Failure> {
    Err(left_out("PNG", "png"))
}

/// Pages as PDF.
#[cfg(feature = "pdf")]
pub(super) fn pdf(pages: &[String]) -> Result<Vec<u8>, Failure> {
    crate::draw::write_pdf(pages).map_err(|error| Failure::Usage(error.to_string()))
}

#[cfg(not(feature = "pdf"))]
pub(super) fn pdf(_pages: &[String]) -> Result<Vec<u8>, Failure> {
    Err(left_out("PDF", "pdf"))
}

#[cfg(not(all(feature = "png", feature = "pdf")))]
fn left_out(format: &str, feature: &str) -> Failure {
    Failure::Usage(format!(
        "this pipscribe was built without {format}: build it with `--features {feature}`, or write SVG"
    ))
}
