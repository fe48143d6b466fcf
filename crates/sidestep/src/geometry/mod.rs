//! Shapes on the plane and the questions that steering asks of them: how far, which way out, what
//! does a disc hit when it is swept along a line, and which directions just touch.
//!
//! Every shape is the hull of a few points, rounded by a radius: a circle is one point, a wall two,
//! a capsule two with a radius, a polygon three or more. So each question has one answer for all of
//! them. Pure: no allocation, no state. Metres throughout.

mod capsule;
mod circle;
mod convex_polygon;
mod error;
mod gap;
mod hull;
mod segment;
mod shape;
mod side;
mod sweep;
mod tangent;

pub use capsule::Capsule;
pub use circle::Circle;
pub use convex_polygon::ConvexPolygon;
pub use error::{LARGEST_COORDINATE, ShapeError};
pub use gap::Gap;
pub(crate) use hull::nearest_on_segment;
pub use hull::{Hull, Surface};
pub use segment::Segment;
pub use shape::{Bounds, Shape};
pub use side::Side;
pub use sweep::Hit;
pub(crate) use sweep::SweepStart;
pub use tangent::{Tangent, Tangents};
