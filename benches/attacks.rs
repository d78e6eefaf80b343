//! Attack tests: legality, checks and castling ask whether a cell is attacked.

use criterion::{Criterion, Throughput};
use rotunda_movegen::Position;

use crate::streams::{LENGTH, Question, families, positions, questions, tables};

/// Runs the benchmark of attack tests on random questions.
pub fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("attacks");
    group.throughput(Throughput::Elements(LENGTH as u64));
    for family in families() {
        let positions = positions(family);
        let stream = questions(&positions);
        group.bench_function(tables(family).name(), |bencher| {
            bencher.iter(|| stream.iter().filter(|question| ask(&positions, question)).count());
        });
    }
    group.finish();
}

fn ask(positions: &[Position<1>], question: &Question) -> bool {
    let position = &positions[question.position];
    let enemy = position.turn().opponent();
    let by = position.seat(enemy) & question.occupied;
    position.is_attacked(question.cell, enemy, by, question.occupied)
}
