//! Figures as pixels that identify their paints.

use pipscribe::draw::{Fonts, Paint, write_svg_as_png};

/// The colour of a paint in a theme in which each paint has its own colour.
fn code(paint: Paint) -> [u8; 3] {
    let at = paint as u8;
    [at * 16 + 8, 255 - at * 16, at.wrapping_mul(37)]
}

/// A theme file in which each paint has a separate colour.
pub(crate) fn coded_theme(hatched: bool) -> String {
    let colour = |paint: &Paint| {
        let [red, green, blue] = code(*paint);
        format!("  {}: \"#{red:02x}{green:02x}{blue:02x}\"\n", paint.name())
    };
    format!(
        "name: coded\nhatched: {hatched}\ncolours:\n{}",
        Paint::ALL.iter().map(colour).collect::<String>()
    )
}

/// Pixels of a figure in that theme.
pub(crate) struct Raster {
    /// The paint of each pixel, row by row; `None` where nothing is drawn, and for a faded ink.
    pub(crate) rows: Vec<Vec<Option<Paint>>>,
}

impl Raster {
    /// Draws an SVG without smoothing.
    pub(crate) fn of(svg: &str, scale: f32) -> Self {
        let crisp = "<svg shape-rendering=\"crispEdges\" text-rendering=\"optimizeSpeed\" ";
        let bytes =
            write_svg_as_png(&svg.replacen("<svg ", crisp, 1), scale, &Fonts::default()).unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let samples = info.color_type.samples();
        let paint = |pixel: &[u8]| match pixel {
            [_, _, _, 0] | [_, 0] | [_] => None,
            _ => Paint::ALL
                .into_iter()
                .find(|&paint| pixel.starts_with(&code(paint))),
        };
        let row = |row: &[u8]| row.chunks(samples).map(paint).collect();
        Self {
            rows: pixels[..info.buffer_size()]
                .chunks(info.line_size)
                .map(row)
                .collect(),
        }
    }
}
