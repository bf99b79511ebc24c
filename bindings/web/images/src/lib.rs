//! PNG and PDF from the SVG that the main module draws.

use js_sys::Uint8Array;
use pipscribe::draw::{
    Anchor, Animation, Fonts, Lang, Length, PathStep, PdfOptions, Place, Theme, Weight, write_gif,
    write_pdf_with, write_svg_as_png,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// Resolution at which a pixel of CSS is one dot.
const USUAL_DPI: f32 = 96.0;

/// Returns the error that JavaScript throws for a figure that cannot be drawn.
fn refused(code: &str, message: impl ToString) -> JsValue {
    JsValue::from_str(
        &serde_json::json!({"code": code, "message": message.to_string()}).to_string(),
    )
}

/// Parses options, whose kinds the JavaScript of the package has checked.
fn read<T: DeserializeOwned>(json: &str) -> Result<T, JsValue> {
    serde_json::from_str(json).map_err(|error| refused("options", error))
}

fn fonts(files: Vec<Uint8Array>) -> Result<Fonts, JsValue> {
    let with = |fonts: Fonts, file: Uint8Array| fonts.with(file.to_vec());
    files
        .into_iter()
        .try_fold(Fonts::default(), with)
        .map_err(|error| refused("options", error))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PngSize {
    scale: f32,
    dpi: Option<f32>,
}

/// Draws a page as PNG.
#[wasm_bindgen]
pub fn png(svg: &str, options: &str, files: Vec<Uint8Array>) -> Result<Vec<u8>, JsValue> {
    let PngSize { scale, dpi } = read(options)?;
    let scale = dpi.map_or(scale, |dpi| dpi / USUAL_DPI);
    write_svg_as_png(svg, scale, &fonts(files)?).map_err(|error| refused("figure", error))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Frames {
    scale: f32,
    /// Time for which a position is shown, in milliseconds.
    delay: u16,
}

/// Draws positions as the frames of an animated GIF, which repeats for ever.
#[wasm_bindgen]
pub fn gif(svgs: Vec<String>, options: &str, files: Vec<Uint8Array>) -> Result<Vec<u8>, JsValue> {
    let Frames { scale, delay } = read(options)?;
    let animation = Animation {
        scale,
        delay,
        once: false,
        ground: None,
        fonts: fonts(files)?,
    };
    write_gif(&svgs, &animation).map_err(|error| refused("figure", error))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    theme: Option<String>,
    background: bool,
    lang: String,
    bleed: Option<String>,
}

/// Draws pages as PDF.
#[wasm_bindgen]
pub fn pdf(svgs: Vec<String>, options: &str, files: Vec<Uint8Array>) -> Result<Vec<u8>, JsValue> {
    let Document {
        theme,
        background,
        lang,
        bleed,
    } = read(options)?;
    let theme = match theme.as_deref() {
        None => Theme::default(),
        // The main module has reported invalid themes already.
        Some(name) => Theme::named(name)
            .or_else(|| Theme::from_yaml(name).ok())
            .unwrap_or_default(),
    };
    let bleed = bleed.as_deref().map(str::parse::<Length>).transpose();
    let mut options = PdfOptions::default();
    options.fonts = fonts(files)?;
    options.theme = theme;
    options.bleed = bleed.map_err(|error| refused("options", format!("`bleed`: {error}")))?;
    options.no_ground = !background;
    options.language = Some(lang.parse::<Lang>().unwrap_or_default().code());
    write_pdf_with(&svgs, &options).map_err(|error| refused("figure", error))
}

/// Returns the characters of a text that the embedded font lacks, each once.
#[wasm_bindgen]
pub fn lacking(text: &str) -> String {
    Fonts::default().lacking(text).into_iter().collect()
}

/// Returns the outlines of text on a baseline in the embedded font, in the form that the main
/// module decodes (`other_modules.rs`): seven numbers for each step of a path, its kind and three
/// points, of which unused ones are 0.
#[wasm_bindgen]
pub fn outlined(x: i32, y: i32, text: &str, anchor: u8, size: i32, bold: bool) -> Vec<i32> {
    let anchor = match anchor {
        0 => Anchor::Start,
        1 => Anchor::Middle,
        _ => Anchor::End,
    };
    let weight = if bold { Weight::Bold } else { Weight::Regular };
    let numbers = |step: PathStep| match step {
        PathStep::Move(at) => [0, at.x, at.y, 0, 0, 0, 0],
        PathStep::Line(at) => [1, at.x, at.y, 0, 0, 0, 0],
        PathStep::Curve(one, other, at) => [2, one.x, one.y, other.x, other.y, at.x, at.y],
        PathStep::Close => [3, 0, 0, 0, 0, 0, 0],
    };
    Fonts::default()
        .outlined(Place { x, y }, text, anchor, size, weight)
        .into_iter()
        .flat_map(numbers)
        .collect()
}
