//! Does the work of one kernel, once to warm up and once to be counted, and prints its answer; or
//! prints the answers of all of them. For `tools/count-instructions`.

use std::process::ExitCode;

use sidestep_bench::answers;
use sidestep_bench::kernels::{Kernel, KernelKind};

const USAGE: &str = "usage: kernel NAME SIZE   does the work of a kernel
       kernel answers     prints the answers of all kernels of all sizes as JSON";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = match words[..] {
        ["answers"] => Some(all_answers()),
        [name, size] => one(name, size),
        _ => None,
    };
    let Some(output) = output else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    println!("{output}");
    ExitCode::SUCCESS
}

/// The answers of all kernels, one a line.
fn all_answers() -> String {
    let lines: Vec<String> = (answers::found().iter())
        .map(|answer| format!("  {}", serde_json::json!(answer)))
        .collect();
    format!("[\n{}\n]", lines.join(",\n"))
}

/// What one kernel answers, and with which instructions that was done.
fn one(name: &str, size: &str) -> Option<String> {
    let kind = KernelKind::find(name)?;
    let mut kernel = (kind.make)(size.parse().ok()?);
    // Memory that is used again is there from now on.
    kernel.answer();
    kernel.prepare();
    measured(&mut *kernel);
    let answer = answers::written(kernel.hash());
    Some(format!("{answer} {}", instruction_set()))
}

/// The only function in which instructions are counted: its name is what valgrind looks for.
#[inline(never)]
fn measured(kernel: &mut dyn Kernel) {
    kernel.work();
}

/// The instruction set that the core chooses here.
fn instruction_set() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    "baseline"
}
