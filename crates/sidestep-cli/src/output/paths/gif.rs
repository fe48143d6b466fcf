//! Pictures in a row as one GIF, of which each holds only what has changed since the one before.
//!
//! A GIF has 256 colours. Drawings have a few large areas, whose colours stay exactly as they are,
//! and blends at their edges, which may be a shade off: so the most frequent colours are taken that
//! are some way from each other, and all others become the nearest of these.

use std::borrow::Cow;
use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

/// Colours; the last is that of what hasn't changed.
const COLOURS: usize = 255;
const SAME: u8 = COLOURS as u8;
/// How far colours are from each other at least (sum of the squares of what their channels differ
/// by), if all fit then.
const APART: i32 = 60;

/// A red, a green and a blue.
type Colour = [u8; 3];

/// A GIF in the making.
pub struct Gif {
    encoder: Encoder<Vec<u8>>,
    palette: Vec<Colour>,
    /// The place in the palette of each colour that was met.
    nearest: HashMap<Colour, u8>,
    width: usize,
    /// Time that a picture is shown (hundredths of a second).
    delay: u16,
    /// What is seen, as places in the palette; empty before the first picture.
    seen: Vec<u8>,
    /// What waits to be written: it may be shown for longer.
    waiting: Option<Frame<'static>>,
}

impl Gif {
    /// One with the colours of these pictures, which are as large as all will be. It plays again and
    /// again.
    ///
    /// # Errors
    /// When the pictures are too large for a GIF.
    pub fn begin(pictures: &[Pixmap], delay: u16) -> Result<Self, EncodingError> {
        let palette = palette(pictures);
        let size = pictures
            .first()
            .map_or((1, 1), |it| (it.width(), it.height()));
        let side = |length: u32| u16::try_from(length).unwrap_or(u16::MAX);
        let flat: Vec<u8> = (palette.iter().copied())
            .chain(std::iter::repeat([0; 3]))
            .take(COLOURS + 1)
            .flatten()
            .collect();
        let mut encoder = Encoder::new(Vec::new(), side(size.0), side(size.1), &flat)?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self {
            encoder,
            palette,
            nearest: HashMap::new(),
            width: size.0 as usize,
            delay,
            seen: Vec::new(),
            waiting: None,
        })
    }

    /// Adds the next picture.
    ///
    /// # Errors
    /// When it can't be packed.
    pub fn add(&mut self, picture: &Pixmap) -> Result<(), EncodingError> {
        let shown: Vec<u8> = colours(picture).map(|colour| self.place(colour)).collect();
        if shown == self.seen
            && let Some(waiting) = &mut self.waiting
        {
            waiting.delay = waiting.delay.saturating_add(self.delay);
            return Ok(());
        }
        let frame = self.changed(&shown);
        self.seen = shown;
        self.write()?;
        self.waiting = Some(frame);
        Ok(())
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// When the last picture can't be packed.
    pub fn finish(mut self) -> Result<Vec<u8>, EncodingError> {
        self.write()?;
        self.encoder.into_inner()
    }

    fn write(&mut self) -> Result<(), EncodingError> {
        match self.waiting.take() {
            Some(frame) => self.encoder.write_frame(&frame),
            None => Ok(()),
        }
    }

    /// The smallest rectangle in which a picture differs from what is seen.
    fn changed(&self, shown: &[u8]) -> Frame<'static> {
        let differs = |at: usize| self.seen.get(at) != Some(&shown[at]);
        let height = shown.len() / self.width;
        let (mut left, mut top, mut right, mut bottom) = (self.width, height, 0, 0);
        for y in 0..height {
            for x in 0..self.width {
                if differs(y * self.width + x) {
                    (left, right) = (left.min(x), right.max(x + 1));
                    (top, bottom) = (top.min(y), bottom.max(y + 1));
                }
            }
        }
        let mut pixels = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            let row = (left..right).map(|x| y * self.width + x);
            pixels.extend(row.map(|at| if differs(at) { shown[at] } else { SAME }));
        }
        Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        }
    }

    fn place(&mut self, colour: Colour) -> u8 {
        let palette = &self.palette;
        *self.nearest.entry(colour).or_insert_with(|| {
            let nearest = palette
                .iter()
                .enumerate()
                .min_by_key(|(_, it)| apart(**it, colour));
            nearest.map_or(0, |(place, _)| place as u8)
        })
    }
}

/// The colours of a picture. Its ground hides all behind it, but for the last row, which it may cover in part.
fn colours(picture: &Pixmap) -> impl Iterator<Item = Colour> + '_ {
    (picture.pixels().iter()).map(|pixel| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue()]
    })
}

fn apart(one: Colour, other: Colour) -> i32 {
    let channels = one.into_iter().zip(other);
    channels
        .map(|(one, other)| (i32::from(one) - i32::from(other)).pow(2))
        .sum()
}

/// The most frequent colours of pictures, some way from each other, so that each has one near it.
fn palette(pictures: &[Pixmap]) -> Vec<Colour> {
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for colour in pictures.iter().flat_map(colours) {
        *counts.entry(colour).or_default() += 1;
    }
    let mut counts: Vec<(Colour, usize)> = counts.into_iter().collect();
    counts.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    // Where too many are left they must be further from each other: then each has one near it.
    let mut least = APART;
    loop {
        let mut palette: Vec<Colour> = Vec::with_capacity(COLOURS);
        let all_fit = counts.iter().all(|&(colour, _)| {
            let is_near = palette.iter().any(|taken| apart(*taken, colour) < least);
            let fits = is_near || palette.len() < COLOURS;
            if fits && !is_near {
                palette.push(colour);
            }
            fits
        });
        if all_fit {
            return palette;
        }
        least *= 2;
    }
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions};
    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    use super::*;

    /// A white picture with a red square that begins at `x`.
    fn square_at(x: f32) -> Pixmap {
        let mut picture = Pixmap::new(40, 30).expect("a picture");
        picture.fill(Color::WHITE);
        let mut paint = Paint::default();
        paint.set_color_rgba8(200, 10, 30, 255);
        let square = Rect::from_xywh(x, 8.0, 10.0, 10.0).expect("a square");
        picture.fill_rect(square, &paint, Transform::identity(), None);
        picture
    }

    /// What is seen of each picture in a GIF, with the time that it is shown.
    fn shown(bytes: &[u8]) -> Vec<(Vec<[u8; 4]>, u16)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).expect("a GIF");
        let (width, height) = (decoder.width() as usize, decoder.height() as usize);
        let mut seen = vec![[0; 4]; width * height];
        let mut all = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let x = index % frame.width as usize + frame.left as usize;
                let y = index / frame.width as usize + frame.top as usize;
                if pixel[3] != 0 {
                    seen[y * width + x] = [pixel[0], pixel[1], pixel[2], pixel[3]];
                }
            }
            all.push((seen.clone(), frame.delay));
        }
        all
    }

    #[test]
    fn each_picture_is_seen_as_it_was_drawn_and_what_stays_is_shown_for_longer() {
        let pictures = [3.0, 9.0, 9.0, 9.0, 20.0].map(square_at);
        let mut gif = Gif::begin(&pictures, 8).expect("begun");
        for picture in &pictures {
            gif.add(picture).expect("added");
        }
        let bytes = gif.finish().expect("finished");
        let shown = shown(&bytes);
        let delays: Vec<u16> = shown.iter().map(|(_, delay)| *delay).collect();
        assert_eq!(delays, [8, 24, 8]);
        for ((seen, _), picture) in shown.iter().zip([&pictures[0], &pictures[1], &pictures[4]]) {
            let drawn = colours(picture).map(|[red, green, blue]| [red, green, blue, 255]);
            assert!(seen.iter().copied().eq(drawn));
        }
    }

    #[test]
    fn of_more_colours_than_fit_the_most_frequent_stay_exact_and_others_are_near() {
        let mut picture = Pixmap::new(100, 100).expect("a picture");
        for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
            let [x, y] = [index % 100, index / 100].map(|it| (it * 5 / 2) as u8);
            let colour = match index < 2000 {
                true => Color::from_rgba8(17, 34, 51, 255),
                false => Color::from_rgba8(x, y, 128, 255),
            };
            *pixel = colour.premultiply().to_color_u8();
        }
        let mut gif = Gif::begin(std::slice::from_ref(&picture), 8).expect("begun");
        gif.add(&picture).expect("added");
        let bytes = gif.finish().expect("finished");
        let (seen, _) = &shown(&bytes)[0];
        assert!(seen[..2000].iter().all(|it| *it == [17, 34, 51, 255]));
        let far = |(seen, drawn): (&[u8; 4], Colour)| apart([seen[0], seen[1], seen[2]], drawn);
        let worst = seen.iter().zip(colours(&picture)).map(far).max();
        assert!(worst.expect("pixels") < 1500, "{worst:?}");
    }
}
