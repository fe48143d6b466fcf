//! State that is plain for nearly everybody: it takes memory only while it isn't.

use std::fmt;
use std::ops::Deref;

/// A type with a value that nearly everybody has nearly always.
pub(crate) trait Plain: 'static {
    /// That value.
    const PLAIN: &'static Self;
}

/// A value that is plain for most agents most of the time: eight bytes as long as it is, apart on
/// the heap while it isn't.
///
/// It reads like the value itself. Writing goes through [`edit`](Self::edit), which takes memory, and
/// [`set`](Self::set) and [`tidy`](Self::tidy), which give it back where the value is plain.
pub(crate) struct Rare<T: Plain>(Option<Box<T>>);

impl<T: Plain> Rare<T> {
    /// The plain value.
    pub const PLAIN: Self = Self(None);

    /// The value to write to, in memory of its own from now on: for what isn't going to be plain.
    /// [`tidy`](Self::tidy) comes afterwards where it may be.
    pub fn edit(&mut self) -> &mut T
    where
        T: Clone,
    {
        self.0.get_or_insert_with(|| Box::new(T::PLAIN.clone()))
    }

    /// Whether it is plain and takes no memory.
    pub fn is_plain(&self) -> bool {
        self.0.is_none()
    }

    /// The value if it isn't plain.
    #[inline]
    pub fn if_apart(&self) -> Option<&T> {
        self.0.as_deref()
    }

    /// The value to write to if it isn't plain.
    pub fn apart(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }

    /// Makes it plain.
    pub fn clear(&mut self) {
        self.0 = None;
    }

    /// Gives it another value.
    pub fn set(&mut self, value: T)
    where
        T: PartialEq,
    {
        if value == *T::PLAIN {
            self.0 = None;
        } else if let Some(apart) = &mut self.0 {
            **apart = value;
        } else {
            self.0 = Some(Box::new(value));
        }
    }

    /// Gives its memory back if it has become plain.
    pub fn tidy(&mut self)
    where
        T: PartialEq,
    {
        if self.0.as_deref().is_some_and(|apart| apart == T::PLAIN) {
            self.0 = None;
        }
    }
}

impl<T: Plain> Deref for Rare<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::PLAIN)
    }
}

impl<T: Plain> Default for Rare<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Plain + PartialEq> From<T> for Rare<T> {
    fn from(value: T) -> Self {
        let mut rare = Self::default();
        rare.set(value);
        rare
    }
}

impl<T: Plain + PartialEq> PartialEq for Rare<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Plain + fmt::Debug> fmt::Debug for Rare<T> {
    /// As the value itself, wherever it is.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

impl<T: Plain + Clone> Clone for Rare<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    /// Uses the memory of what was there again.
    fn clone_from(&mut self, source: &Self) {
        match (&mut self.0, &source.0) {
            (Some(apart), Some(source)) => apart.as_mut().clone_from(source),
            (apart, source) => apart.clone_from(source),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Plain for u64 {
        const PLAIN: &'static Self = &7;
    }

    #[test]
    fn what_is_plain_takes_no_memory() {
        let mut rare = Rare::<u64>::default();
        assert_eq!((*rare, rare.apart()), (7, None));
        *rare.edit() = 8;
        assert_eq!((*rare, rare.apart()), (8, Some(&mut 8)));
        *rare.edit() = 7;
        assert!(rare.apart().is_some());
        rare.tidy();
        assert_eq!((*rare, rare.apart()), (7, None));
        rare.set(9);
        assert_eq!((*rare, rare.apart()), (9, Some(&mut 9)));
        rare.set(7);
        assert_eq!((*rare, rare.apart()), (7, None));
    }
}
