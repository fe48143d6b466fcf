//! A number, or a range from which each agent or obstacle draws its own.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::RangedNumber;

/// A fixed number, or `{ min, max }`: drawn evenly from that range for each agent or obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount<T> {
    /// The same for all.
    Fixed(T),
    /// Drawn for each, see [`Spread`].
    Between(Spread<T>),
}

/// A range to draw from; its smallest value is never above its largest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread<T> {
    min: T,
    max: T,
}

impl<T: RangedNumber> Spread<T> {
    /// Makes a range; `None` when `min` is above `max`.
    pub fn new(min: T, max: T) -> Option<Self> {
        (min <= max).then_some(Self { min, max })
    }

    /// Smallest value.
    pub fn min(self) -> T {
        self.min
    }

    /// Largest value.
    pub fn max(self) -> T {
        self.max
    }
}

impl<T: RangedNumber> Amount<T> {
    /// The smallest value that may be drawn.
    pub fn smallest(self) -> f64 {
        match self {
            Self::Fixed(value) => value.into(),
            Self::Between(spread) => spread.min.into(),
        }
    }

    /// The largest value that may be drawn.
    pub fn largest(self) -> f64 {
        match self {
            Self::Fixed(value) => value.into(),
            Self::Between(spread) => spread.max.into(),
        }
    }
}

impl<T> From<T> for Amount<T> {
    fn from(value: T) -> Self {
        Self::Fixed(value)
    }
}

impl<T: RangedNumber> Serialize for Amount<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        match *self {
            Self::Fixed(value) => serializer.serialize_f64(value.into()),
            Self::Between(spread) => {
                let mut table = serializer.serialize_struct("Spread", 2)?;
                table.serialize_field("min", &spread.min.into())?;
                table.serialize_field("max", &spread.max.into())?;
                table.end()
            }
        }
    }
}

impl<'de, T: RangedNumber + Deserialize<'de>> Deserialize<'de> for Amount<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AmountVisitor(PhantomData))
    }
}

/// A key of a range.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum End {
    Min,
    Max,
}

struct AmountVisitor<T>(PhantomData<T>);

impl<'de, T: RangedNumber + Deserialize<'de>> Visitor<'de> for AmountVisitor<T> {
    type Value = Amount<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} from {} to {}, or a range {{ min = ..., max = ... }} of them",
            T::WHAT,
            T::MIN,
            T::MAX
        )
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Amount<T>, E> {
        T::deserialize(value.into_deserializer()).map(Amount::Fixed)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Amount<T>, E> {
        T::deserialize(value.into_deserializer()).map(Amount::Fixed)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Amount<T>, E> {
        T::deserialize(value.into_deserializer()).map(Amount::Fixed)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Amount<T>, M::Error> {
        let (mut min, mut max) = (None, None);
        while let Some(key) = map.next_key()? {
            match key {
                End::Min => min = Some(map.next_value::<T>()?),
                End::Max => max = Some(map.next_value::<T>()?),
            }
        }
        let min = min.ok_or_else(|| de::Error::missing_field("min"))?;
        let max = max.ok_or_else(|| de::Error::missing_field("max"))?;
        match Spread::new(min, max) {
            Some(spread) => Ok(Amount::Between(spread)),
            None => Err(de::Error::custom(format!(
                "`min` ({}) must not be above `max` ({})",
                min.into(),
                max.into()
            ))),
        }
    }
}

impl<T: RangedNumber + JsonSchema> JsonSchema for Amount<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}Amount", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = T::json_schema(generator);
        json_schema!({
            "anyOf": [
                number,
                {
                    "type": "object",
                    "properties": { "min": number, "max": number },
                    "required": ["min", "max"],
                    "additionalProperties": false
                }
            ]
        })
    }
}
