//! The sheet as a PNG picture.
//!
//! Text comes from a font inside the program, because a server often has none: Ubuntu Light, from
//! the crate `epaint_default_fonts` under the Ubuntu Font Licence 1.0, which allows to embed and
//! pass it on. One font of 350 KB is the lightest sound way: drawing letters by hand would make
//! scene names ugly, and fonts of the machine would make pictures differ from one to the next.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

/// Why no picture could be made of a sheet.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The text isn't an SVG file that can be drawn.
    #[error("the drawing can't be read: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// No memory for the picture, or a size of zero.
    #[error("no picture of {width} by {height} pixels can be made")]
    Size {
        /// Width (px).
        width: u32,
        /// Height (px).
        height: u32,
    },
    /// The picture couldn't be packed.
    #[error("the picture can't be packed: {0}")]
    Packing(String),
}

/// Draws the text of an SVG file as a PNG picture `width` pixels wide.
///
/// # Errors
/// When the text isn't a drawing, or the picture doesn't fit into memory.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    (Painter::new().picture(svg, width)?)
        .encode_png()
        .map_err(|error| PictureError::Packing(error.to_string()))
}

/// Draws SVG files as pixels.
pub struct Painter {
    options: Options<'static>,
}

impl Painter {
    /// One that has the font.
    pub fn new() -> Self {
        let mut fonts = Database::new();
        fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
        let family = fonts
            .faces()
            .next()
            .and_then(|face| face.families.first())
            .map(|family| family.0.clone());
        if let Some(family) = family {
            fonts.set_sans_serif_family(family);
        }
        let options = Options {
            fontdb: Arc::new(fonts),
            font_family: "sans-serif".to_owned(),
            ..Options::default()
        };
        Self { options }
    }

    /// A picture of an SVG file, `width` pixels wide.
    ///
    /// # Errors
    /// As [`png`].
    pub fn picture(&self, svg: &str, width: u32) -> Result<Pixmap, PictureError> {
        let tree = Tree::from_str(svg, &self.options)?;
        let height = (tree.size().height() * width as f32 / tree.size().width()).ceil() as u32;
        let mut picture = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
        draw(&tree, &mut picture);
        Ok(picture)
    }

    /// Draws an SVG file over a picture, from its left to its right edge.
    ///
    /// # Errors
    /// When the text isn't a drawing.
    pub fn paint_over(&self, picture: &mut Pixmap, svg: &str) -> Result<(), PictureError> {
        draw(&Tree::from_str(svg, &self.options)?, picture);
        Ok(())
    }
}

fn draw(tree: &Tree, picture: &mut Pixmap) {
    let scale = picture.width() as f32 / tree.size().width();
    resvg::render(
        tree,
        Transform::from_scale(scale, scale),
        &mut picture.as_mut(),
    );
}
