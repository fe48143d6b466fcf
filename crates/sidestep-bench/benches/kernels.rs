//! How long the kernels of the core take, with 1,000, 10,000 and 100,000 agents (`detour`:
//! obstacles). Each time its work is done its answer is compared with the recorded one.
//!
//! `cargo bench -p sidestep-bench -- grid/1000` takes only those whose name holds these words.

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sidestep_bench::answers;
use sidestep_bench::kernels::{KERNELS, SIZES};

fn kernels(criterion: &mut Criterion) {
    for kind in KERNELS {
        let mut group = criterion.benchmark_group(kind.name);
        group.sample_size(10);
        for size in SIZES {
            group.throughput(Throughput::Elements(size as u64));
            group.bench_function(BenchmarkId::from_parameter(size), |bencher| {
                let expected = answers::expected(kind.name, size);
                let mut kernel = (kind.make)(size);
                bencher.iter_custom(|times| {
                    let mut spent = Duration::ZERO;
                    for _ in 0..times {
                        kernel.prepare();
                        let start = Instant::now();
                        kernel.work();
                        spent += start.elapsed();
                        let answer = Some(answers::written(kernel.hash()));
                        assert_eq!(
                            answer, expected,
                            "{} of {size}: if the answer was meant to change, run \
                             tools/count-instructions --update",
                            kind.name
                        );
                    }
                    spent
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
