//! The graph of places and straight ways in which the shortest way is searched.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A place in the graph.
pub(crate) type Node = usize;

/// Places and the free ways between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    ways: Vec<Vec<(Node, f64)>>,
}

impl Graph {
    pub(crate) fn add_node(&mut self) -> Node {
        self.ways.push(Vec::new());
        self.ways.len() - 1
    }

    /// A way of `length` metres that can be walked in both directions.
    pub(crate) fn connect(&mut self, first: Node, second: Node, length: f64) {
        self.ways[first].push((second, length));
        self.ways[second].push((first, length));
    }

    /// Length of the shortest way.
    pub(crate) fn shortest(&self, from: Node, to: Node) -> Option<f64> {
        let mut settled = vec![false; self.ways.len()];
        let mut front = BinaryHeap::from([Reached {
            node: from,
            length: 0.0,
        }]);
        while let Some(Reached { node, length }) = front.pop() {
            if node == to {
                return Some(length);
            }
            if std::mem::replace(&mut settled[node], true) {
                continue;
            }
            for &(next, way) in &self.ways[node] {
                if !settled[next] {
                    front.push(Reached {
                        node: next,
                        length: length + way,
                    });
                }
            }
        }
        None
    }
}

/// The heap gives the greatest first, so the nearest counts as the greatest.
#[derive(Clone, Copy, Debug)]
struct Reached {
    node: Node,
    length: f64,
}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        other.length.total_cmp(&self.length)
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Reached {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Reached {}
