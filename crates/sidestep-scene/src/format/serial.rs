//! What the derived readers and writers of the format need besides.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};

/// Lets a key be left out of a written file where it has its default.
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

/// Tells of tables of optional values whether all are absent, so that they can be left out.
macro_rules! is_empty {
    ($($name:ident),*) => {
        $(impl $name {
            /// Whether nothing is changed.
            pub fn is_empty(&self) -> bool {
                *self == Self::default()
            }
        })*
    };
}
pub(super) use is_empty;

/// Exactly two values, `[x, y]`. The arrays of serde would take `[x, y, z]` for it as well.
pub(super) struct Pair<T>(pub [T; 2]);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pair<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        two(deserializer).map(Self)
    }
}

/// Reads exactly two values.
pub(super) fn two<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[T; 2], D::Error> {
    deserializer.deserialize_any(PairVisitor(PhantomData))
}

struct PairVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for PairVisitor<T> {
    type Value = [T; 2];

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("two numbers, [x, y]")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<[T; 2], S::Error> {
        let count = |found: usize| {
            de::Error::custom(format!(
                "must be two numbers, [x, y], but there are {found}"
            ))
        };
        let first = items.next_element()?.ok_or_else(|| count(0))?;
        let second = items.next_element()?.ok_or_else(|| count(1))?;
        let mut found = 2;
        while items.next_element::<IgnoredAny>()?.is_some() {
            found += 1;
        }
        if found > 2 {
            return Err(count(found));
        }
        Ok([first, second])
    }
}
