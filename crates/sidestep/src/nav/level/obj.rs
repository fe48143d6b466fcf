//! Triangles from `.obj` text.

use glam::Vec2;

use super::{LevelError, UpAxis};
use crate::nav::GroundPoint;

/// Vertices and triangles of an `.obj` text.
pub(super) fn read(
    text: &str,
    up: UpAxis,
) -> Result<(Vec<GroundPoint>, Vec<[u32; 3]>), LevelError> {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = Line {
            number: index + 1,
            text: line,
        };
        let mut words = line.words();
        match words.next() {
            Some("v") => vertices.push(line.vertex(words, up)?),
            Some("f") => line.face(words, vertices.len(), &mut triangles)?,
            _ => {}
        }
    }
    Ok((vertices, triangles))
}

#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// The words before a comment.
    fn words(self) -> std::str::SplitAsciiWhitespace<'a> {
        let end = self.text.find('#').unwrap_or(self.text.len());
        self.text[..end].split_ascii_whitespace()
    }

    fn error(self, word: &str, problem: &'static str) -> LevelError {
        // Words are parts of the line, so that their addresses tell where they begin.
        let start = (word.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..start).unwrap_or_default();
        LevelError::Line {
            line: self.number,
            column: before.chars().count() + 1,
            found: word.to_owned(),
            problem,
        }
    }

    fn vertex(
        self,
        mut words: impl Iterator<Item = &'a str>,
        up: UpAxis,
    ) -> Result<GroundPoint, LevelError> {
        let mut coordinate = || {
            let word = words.next().ok_or_else(|| {
                self.error(
                    self.text,
                    "has fewer than three coordinates; write `v x y z`",
                )
            })?;
            match word.parse::<f32>() {
                Ok(number) if number.is_finite() && number.abs() <= super::LARGEST => Ok(number),
                _ => Err(self.error(word, "is no coordinate; write a number within 1000 km")),
            }
        };
        let (x, y, z) = (coordinate()?, coordinate()?, coordinate()?);
        Ok(match up {
            UpAxis::Y => GroundPoint::new(Vec2::new(x, -z), y),
            UpAxis::Z => GroundPoint::new(Vec2::new(x, y), z),
        })
    }

    fn face(
        self,
        words: impl Iterator<Item = &'a str>,
        vertices: usize,
        triangles: &mut Vec<[u32; 3]>,
    ) -> Result<(), LevelError> {
        let mut corners = Vec::new();
        for word in words {
            corners.push(self.corner(word, vertices)?);
        }
        if corners.len() < 3 {
            return Err(self.error(self.text, "has fewer than three corners; write `f 1 2 3`"));
        }
        for pair in corners[1..].windows(2) {
            triangles.push([corners[0], pair[0], pair[1]]);
        }
        Ok(())
    }

    /// The vertex of a corner such as `3`, `3/1`, `3/1/2` or `3//2`; below 0 it counts back from
    /// the last one.
    fn corner(self, word: &str, vertices: usize) -> Result<u32, LevelError> {
        let first = word.split('/').next().unwrap_or_default();
        let index: i64 = first.parse().map_err(|_| {
            self.error(
                word,
                "is no corner; write the number of a vertex, from 1, as in `3` or `3/1/2`",
            )
        })?;
        let count = i64::try_from(vertices).unwrap_or(i64::MAX);
        let place = if index < 0 { count + index } else { index - 1 };
        u32::try_from(place)
            .ok()
            .filter(|_| place < count)
            .ok_or_else(|| {
                self.error(
                    word,
                    "names a vertex that isn't there; vertices stand before the faces and count from 1",
                )
            })
    }
}
