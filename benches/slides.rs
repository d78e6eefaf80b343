//! The attack sets of sliders and hoppers, by kind and board.

use criterion::{Criterion, Throughput};
use rotunda_movegen::{Bitboard, Cell, KindSpec, Mode, Slides, VariantTables};

use crate::streams::{LENGTH, boards, families, tables};

/// Returns the compiled paths of a kind in one mode, if any of them is a slide.
fn compiled(kind: &KindSpec, mode: Mode) -> Option<Slides<1>> {
    let of_cell = |paths: &Vec<rotunda_movegen::Path>| -> Vec<Vec<Cell>> {
        let of_mode = paths.iter().filter(|path| path.mode == mode);
        of_mode.map(|path| path.cells.clone()).collect()
    };
    let paths: Vec<_> = kind.paths[0].iter().map(of_cell).collect();
    let long = paths.iter().flatten().any(|path| path.len() > 2);
    long.then(|| Slides::compile(&paths))
}

/// Runs the benchmarks of the slides of each kind.
pub fn bench(criterion: &mut Criterion) {
    for family in families() {
        kinds_of(criterion, tables(family));
    }
}

fn kinds_of(criterion: &mut Criterion, variant: &'static VariantTables<1>) {
    let stream = boards(variant);
    let mut group = criterion.benchmark_group("slides");
    group.throughput(Throughput::Elements(LENGTH as u64));
    for kind in variant.kinds() {
        if let Some(slides) = compiled(kind, Mode::Both) {
            group.bench_function(format!("{}/{}", variant.name(), kind.letter), |bencher| {
                bencher.iter(|| sum(&stream, |from, pieces| slides.reach(from, pieces)));
            });
        }
        if let Some(slides) = compiled(kind, Mode::Hop) {
            group.bench_function(format!("{}/{} hops", variant.name(), kind.letter), |bencher| {
                bencher.iter(|| sum(&stream, |from, pieces| slides.hops(from, pieces)));
            });
        }
    }
    group.finish();
}

/// Returns all answers of a stream folded into one, so that the compiler removes none.
fn sum(
    stream: &[(Cell, Bitboard<1>)],
    sees: impl Fn(Cell, Bitboard<1>) -> Bitboard<1>,
) -> Bitboard<1> {
    stream.iter().fold(Bitboard::EMPTY, |sum, (from, pieces)| sum ^ sees(*from, *pieces))
}
