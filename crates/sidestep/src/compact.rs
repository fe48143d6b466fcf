//! Values in fewer bytes than the language gives them, for what is kept of very many agents.

use std::fmt;

use glam::Vec2;

/// A place (m) that may be missing, in the eight bytes of the place: `Option<Vec2>` takes twelve.
///
/// No place has a coordinate that isn't a number, so that one says there is none.
#[derive(Clone, Copy)]
pub struct MaybePlace(Vec2);

impl MaybePlace {
    /// No place.
    pub const NONE: Self = Self(Vec2::NAN);

    /// The place, if there is one.
    #[must_use]
    #[inline]
    pub const fn get(self) -> Option<Vec2> {
        if self.0.x.is_nan() {
            None
        } else {
            Some(self.0)
        }
    }

    /// The place, or no numbers if there is none.
    #[must_use]
    pub(crate) const fn or_nan(self) -> Vec2 {
        self.0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0.x.is_nan()
    }
}

impl Default for MaybePlace {
    fn default() -> Self {
        Self::NONE
    }
}

impl From<Option<Vec2>> for MaybePlace {
    fn from(place: Option<Vec2>) -> Self {
        place.map_or(Self::NONE, Self)
    }
}

impl PartialEq for MaybePlace {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl fmt::Debug for MaybePlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_kept_and_so_is_that_there_is_none() {
        let far = Vec2::new(f32::MAX, -0.0);
        for place in [None, Some(Vec2::ZERO), Some(far), Some(Vec2::INFINITY)] {
            let kept = MaybePlace::from(place);
            assert_eq!((kept.get(), kept.is_none()), (place, place.is_none()));
            assert_eq!(kept, MaybePlace::from(place));
            assert_eq!(format!("{kept:?}"), format!("{place:?}"));
        }
        assert_ne!(MaybePlace::NONE, Some(Vec2::ZERO).into());
        assert_eq!(size_of::<MaybePlace>(), 8);
    }
}
