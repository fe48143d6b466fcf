//! A tree of boxes that finds what lies near a place: agents, obstacles and walls of very different
//! sizes alike, in time that grows with the logarithm of their number.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Extent {
    /// Lower left corner (m).
    pub min: DVec2,
    /// Upper right corner (m).
    pub max: DVec2,
}

impl Extent {
    /// The smallest box around the points, or an inside-out box that meets nothing if there are
    /// none.
    pub(super) fn around(points: impl IntoIterator<Item = DVec2>) -> Self {
        let nothing = Self {
            min: DVec2::INFINITY,
            max: DVec2::NEG_INFINITY,
        };
        points.into_iter().fold(nothing, |extent, point| Self {
            min: extent.min.min(point),
            max: extent.max.max(point),
        })
    }

    /// The box with each edge moved outwards by `margin`.
    pub(super) fn grown(self, margin: f64) -> Self {
        Self {
            min: self.min - margin,
            max: self.max + margin,
        }
    }

    /// The box moved by `offset`.
    pub(super) fn moved(self, offset: DVec2) -> Self {
        Self {
            min: self.min + offset,
            max: self.max + offset,
        }
    }

    /// The smallest box around both.
    pub(super) fn joined(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether the boxes share a point.
    pub(super) fn meets(self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    fn center(self) -> DVec2 {
        (self.min + self.max) * 0.5
    }
}

/// An item of a leaf.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Item {
    extent: Extent,
    label: u32,
}

/// A node, stored before its children; `skip` is the node that follows all that is below this one.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Node {
    extent: Extent,
    skip: usize,
    /// Items of a leaf; empty in an inner node.
    first: usize,
    last: usize,
}

/// The tree. Which items a query finds never depends on the order in which they were put in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub(super) struct BoxTree {
    nodes: Vec<Node>,
    items: Vec<Item>,
}

/// A tree as it comes from a file, which may say anything.
#[derive(Deserialize)]
struct Unchecked {
    nodes: Vec<Node>,
    items: Vec<Item>,
}

impl TryFrom<Unchecked> for BoxTree {
    type Error = &'static str;

    /// Refuses a tree that a query couldn't walk to its end.
    fn try_from(Unchecked { nodes, items }: Unchecked) -> Result<Self, Self::Error> {
        let is_sound = |(index, node): (usize, &Node)| {
            node.skip > index && node.first <= node.last && node.last <= items.len()
        };
        if nodes.iter().enumerate().all(is_sound) {
            Ok(Self { nodes, items })
        } else {
            Err("a tree of boxes leads out of itself")
        }
    }
}

/// Most items in a leaf.
const LEAF_SIZE: usize = 6;

impl BoxTree {
    /// Makes the tree anew from boxes with labels, reusing its memory.
    pub(super) fn rebuild(&mut self, items: impl IntoIterator<Item = (u32, Extent)>) {
        self.nodes.clear();
        self.items.clear();
        self.items.extend(
            items
                .into_iter()
                .map(|(label, extent)| Item { extent, label }),
        );
        if !self.items.is_empty() {
            build(&mut self.nodes, &mut self.items, 0);
        }
    }

    /// The box around everything in the tree; it meets nothing if the tree is empty.
    pub(super) fn extent(&self) -> Extent {
        match self.nodes.first() {
            Some(root) => root.extent,
            None => Extent::around([]),
        }
    }

    /// Calls `visit` with the label of each item whose box meets `area`.
    pub(super) fn visit(&self, area: Extent, mut visit: impl FnMut(u32)) {
        let mut index = 0;
        while let Some(node) = self.nodes.get(index) {
            if !node.extent.meets(area) {
                index = node.skip;
                continue;
            }
            for item in &self.items[node.first..node.last] {
                if item.extent.meets(area) {
                    visit(item.label);
                }
            }
            index += 1;
        }
    }
}

/// Appends the nodes over `items`, which begin at `offset` among all items, by halving along the
/// longer side of the box around their centres.
fn build(nodes: &mut Vec<Node>, items: &mut [Item], offset: usize) {
    let extent = items
        .iter()
        .map(|item| item.extent)
        .fold(Extent::around([]), Extent::joined);
    let index = nodes.len();
    let is_leaf = items.len() <= LEAF_SIZE;
    nodes.push(Node {
        extent,
        skip: 0,
        first: offset,
        last: if is_leaf {
            offset + items.len()
        } else {
            offset
        },
    });
    if !is_leaf {
        let centers = Extent::around(items.iter().map(|item| item.extent.center()));
        let size = centers.max - centers.min;
        let middle = items.len() / 2;
        if size.x >= size.y {
            items.select_nth_unstable_by(middle, |one, other| {
                one.extent.center().x.total_cmp(&other.extent.center().x)
            });
        } else {
            items.select_nth_unstable_by(middle, |one, other| {
                one.extent.center().y.total_cmp(&other.extent.center().y)
            });
        }
        let (lower, upper) = items.split_at_mut(middle);
        build(nodes, lower, offset);
        build(nodes, upper, offset + middle);
    }
    nodes[index].skip = nodes.len();
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_forged_tree_led_out_of_its_items() {
        let mut tree = BoxTree::default();
        let point = |x: f64| Extent::around([DVec2::new(x, 0.0)]);
        tree.rebuild((0..20).map(|label| (label, point(f64::from(label)))));
        let whole = postcard::to_allocvec(&tree).expect("bytes");
        assert!(postcard::from_bytes::<BoxTree>(&whole).is_ok());
        for forge in [
            |node: &mut Node| node.last = 21,
            |node: &mut Node| node.first = node.last + 1,
            |node: &mut Node| node.skip = 0,
        ] {
            let mut forged = tree.clone();
            forge(&mut forged.nodes[1]);
            let bytes = postcard::to_allocvec(&forged).expect("bytes");
            assert!(postcard::from_bytes::<BoxTree>(&bytes).is_err());
        }
    }

    #[test]
    fn an_empty_tree_finds_nothing() {
        let everything = Extent {
            min: DVec2::NEG_INFINITY,
            max: DVec2::INFINITY,
        };
        BoxTree::default().visit(everything, |_| panic!("nothing to find"));
    }

    proptest! {
        #[test]
        fn finds_exactly_what_a_test_of_every_box_finds(
            boxes in prop::collection::vec((-50.0..50.0f64, -50.0..50.0f64, 0.0..20.0f64, 0.0..3.0f64), 0..60),
            area in (-60.0..60.0f64, -60.0..60.0f64, 0.0..30.0f64, 0.0..30.0f64),
        ) {
            let extent = |(x, y, width, height): (f64, f64, f64, f64)| Extent {
                min: DVec2::new(x, y),
                max: DVec2::new(x + width, y + height),
            };
            let items: Vec<(u32, Extent)> =
                boxes.into_iter().map(extent).enumerate().map(|(i, e)| (i as u32, e)).collect();
            let area = extent(area);
            let mut tree = BoxTree::default();
            tree.rebuild(items.iter().copied());
            let mut found = Vec::new();
            tree.visit(area, |label| found.push(label));
            found.sort_unstable();
            let expected: Vec<u32> =
                items.iter().filter(|(_, e)| e.meets(area)).map(|(i, _)| *i).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
