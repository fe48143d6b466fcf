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
