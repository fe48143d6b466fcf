//! The kernels: pieces of work of the core through its public functions, each with an answer.

mod detour;
mod grid;
mod guard;
mod sampling;
mod step;

/// Numbers of agents, or for `detour` of obstacles, that kernels are measured with.
pub const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// A piece of work that can be done again and again, and gives the same answer each time.
pub trait Kernel {
    /// Puts everything back to where it was before the work. Not measured.
    fn prepare(&mut self);

    /// Does the work. This is what is measured.
    fn work(&mut self);

    /// A hash of what the work came to.
    fn hash(&self) -> u64;

    /// Does the work once and says what it came to.
    fn answer(&mut self) -> u64 {
        self.prepare();
        self.work();
        self.hash()
    }
}

/// A kernel by name.
#[derive(Clone, Copy)]
pub struct KernelKind {
    /// Its name.
    pub name: &'static str,
    /// Makes one of this size.
    pub make: fn(usize) -> Box<dyn Kernel>,
}

/// All of them.
pub const KERNELS: [KernelKind; 5] = [
    KernelKind {
        name: "grid",
        make: |size| Box::new(grid::Grid::new(size)),
    },
    KernelKind {
        name: "sampling",
        make: |size| Box::new(sampling::Sampling::new(size)),
    },
    KernelKind {
        name: "guard",
        make: |size| Box::new(guard::Guarding::new(size)),
    },
    KernelKind {
        name: "detour",
        make: |size| Box::new(detour::Detours::new(size)),
    },
    KernelKind {
        name: "step",
        make: |size| Box::new(step::Step::new(size)),
    },
];

impl KernelKind {
    /// The kernel of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        KERNELS.into_iter().find(|kernel| kernel.name == name)
    }
}
