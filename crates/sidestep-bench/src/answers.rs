//! The answers that kernels must give, as `tools/count-instructions --update` has written them.

use serde::{Deserialize, Serialize};

use crate::kernels::{KERNELS, SIZES};

/// What a kernel of a size answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Name of the kernel.
    pub kernel: String,
    /// Its size.
    pub size: usize,
    /// Its answer, as 16 hexadecimal digits.
    pub answer: String,
}

/// The answer in the words of the file.
#[must_use]
pub fn written(answer: u64) -> String {
    format!("{answer:016x}")
}

/// The recorded answers.
///
/// # Panics
/// If the file isn't what [`Answer`] says.
#[must_use]
pub fn recorded() -> Vec<Answer> {
    let text = include_str!("../answers.json");
    serde_json::from_str(text).expect("answers.json holds answers")
}

/// The recorded answer of a kernel of a size, if there is one.
#[must_use]
pub fn expected(kernel: &str, size: usize) -> Option<String> {
    (recorded().into_iter())
        .find(|answer| answer.kernel == kernel && answer.size == size)
        .map(|answer| answer.answer)
}

/// What all kernels of all sizes answer now.
#[must_use]
pub fn found() -> Vec<Answer> {
    let mut answers = Vec::new();
    for kernel in KERNELS {
        for size in SIZES {
            answers.push(Answer {
                kernel: kernel.name.to_owned(),
                size,
                answer: written((kernel.make)(size).answer()),
            });
        }
    }
    answers
}

/// A hash of numbers to the bit: FNV-1a over 64 bits (G. Fowler, L. C. Noll and K.-P. Vo, 1991).
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds the raw bits of these numbers.
    pub fn add(&mut self, numbers: &[f32]) {
        for byte in numbers.iter().flat_map(|number| number.to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all that was added so far.
    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }
}
