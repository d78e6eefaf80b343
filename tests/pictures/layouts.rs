//! The common properties of the drawings of all boards: cells adjoin where kings step from one to
//! the other, nothing overlaps, every name is printed, nothing is cut off.

use std::collections::BTreeSet;

use rotunda_movegen::{Bounds, Cell, FeatureKind, Layout, Point, Role, Seat, Variant};

/// The places of test points in a cell: parts of the way from its middle to its edge.
const PARTS: [f64; 4] = [0.0, 0.4, 0.8, 0.97];
/// The greatest distance from a cell's middle to its edge.
const WIDEST: f64 = 1.5;
/// The least distance between two names, as a part of their height, at which they do not overlap.
const APART: f64 = 0.75;

/// Returns all built-in games, and games of files with square cells: two have seams, and one has
/// four players.
fn boards() -> Vec<&'static Variant> {
    let files = ["capablanca", "chess144", "cylinder", "torus", "cross4"].map(|name| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/games");
        format!("{root}/{name}.toml")
    });
    let load = |file: &String| rotunda_games::load(file.as_ref()).expect("it is well-formed");
    Variant::all().iter().chain(files.iter().flat_map(load)).collect()
}

fn seats(variant: &Variant) -> impl Iterator<Item = Seat> + use<> {
    (0..variant.seats as u8).map(Seat)
}

/// Returns the pairs of cells between which some seat's king steps, in either direction.
fn king_steps(variant: &Variant) -> BTreeSet<(Cell, Cell)> {
    let spec = variant.spec();
    let king = spec.kinds.iter().find(|kind| kind.role == Role::King).expect("there is a king");
    let mut pairs = BTreeSet::new();
    for paths in &king.paths {
        for (from, paths) in paths.iter().enumerate() {
            let from = Cell(from as u8);
            pairs.extend(
                paths.iter().map(|path| (from.min(path.cells[0]), from.max(path.cells[0]))),
            );
        }
    }
    pairs
}

/// Returns whether two cells have two corners in common.
fn share_an_edge(layout: &Layout, a: Cell, b: Cell) -> bool {
    let corners = |cell: Cell| layout.tiles[cell.index()].contour.corners.iter();
    let is_common = |at: Point| corners(b).any(|other| other.at.distance(at) < 1e-6);
    corners(a).filter(|corner| is_common(corner.at)).count() > 1
}

fn is_within(point: Point, (low, high): Bounds) -> bool {
    (low.x..=high.x).contains(&point.x) && (low.y..=high.y).contains(&point.y)
}

#[test]
fn cells_adjoin_where_a_king_steps_from_one_to_the_other() {
    for variant in boards() {
        let (layout, grid) = (variant.layout(), variant.spec().grid);
        let steps = king_steps(variant);
        assert!(steps.len() > layout.tiles.len(), "{variant}: {} steps", steps.len());
        for &(a, b) in &steps {
            let names = || (grid.name(a), grid.name(b));
            assert!(layout.adjoin(a, b), "{variant}: {:?} lie apart", names());
        }
        let cells = || (0..layout.tiles.len()).map(|index| Cell(index as u8));
        for (a, b) in cells().flat_map(|a| cells().map(move |b| (a, b))).filter(|(a, b)| a < b) {
            if share_an_edge(&layout, a, b) {
                let names = || (grid.name(a), grid.name(b));
                assert!(steps.contains(&(a, b)), "{variant}: {:?} share an edge", names());
            }
        }
    }
}

#[test]
fn cells_do_not_overlap() {
    for variant in boards() {
        let layout = variant.layout();
        for (index, tile) in layout.tiles.iter().enumerate() {
            assert!(tile.contour.contains(tile.centre), "{variant}: a piece beside cell {index}");
            assert!(tile.room > 0.2, "{variant}: cell {index} is too small for a piece");
            for (point, part) in
                tile.contour.points().into_iter().flat_map(|edge| PARTS.map(|part| (edge, part)))
            {
                let point = tile.centre.towards(point, part);
                let others = layout.tiles.iter().enumerate().filter(|(other, tile)| {
                    *other != index && tile.centre.distance(point) < WIDEST
                });
                let over = others.filter(|(_, other)| other.contour.contains(point)).count();
                assert_eq!(over, 0, "{variant}: another cell lies over {index}");
            }
        }
    }
}

#[test]
fn the_edge_of_the_board_is_closed() {
    for variant in boards() {
        let outline = variant.layout().outline();
        // A board with a hole in its middle has two edges.
        let whole =
            ["chess", "ordinary", "capablanca", "cylinder", "torus", "roundtable84", "cross4"];
        let has_hole = !whole.iter().any(|name| variant.name.starts_with(name));
        assert_eq!(outline.len(), 1 + usize::from(has_hole), "{variant}");
        for contour in outline {
            assert!(contour.corners.len() > 3, "{variant}");
            for (from, to) in contour.edges() {
                assert!(from.at.distance(to) > 1e-6, "{variant}: an edge without a length");
            }
        }
    }
}

#[test]
fn every_cell_has_its_name_printed_once() {
    for variant in boards() {
        let (layout, grid) = (variant.layout(), variant.spec().grid);
        for cell in grid.all() {
            assert_eq!(layout.printed_name(cell), grid.name(cell), "{variant}");
        }
        for seat in seats(variant) {
            let labels = layout.seen_from(seat).labels;
            for (index, label) in labels.iter().enumerate() {
                let close = labels[..index]
                    .iter()
                    .find(|other| other.at.distance(label.at) < APART * label.height);
                assert!(close.is_none(), "{variant}: {label:?} over {close:?}");
            }
        }
    }
}

#[test]
fn everything_lies_inside_the_picture_for_every_seat() {
    for variant in boards() {
        for layout in seats(variant).map(|seat| variant.layout().seen_from(seat)) {
            let bounds = layout.bounds();
            for tile in &layout.tiles {
                assert!(tile.contour.points().iter().all(|at| is_within(*at, bounds)), "{variant}");
            }
            for label in &layout.labels {
                let (x, y) = label.half_size();
                let corner = |sign| Point { x: label.at.x + sign * x, y: label.at.y + sign * y };
                let fits = [corner(-1.0), corner(1.0)].iter().all(|at| is_within(*at, bounds));
                assert!(fits, "{variant}: {} is cut off", label.text);
            }
        }
    }
}

#[test]
fn every_seat_sees_its_own_men_at_the_bottom() {
    for variant in boards() {
        let layout = variant.layout();
        assert_eq!((layout.turns.len(), layout.colours.len()), (variant.seats, variant.seats));
        let colours: BTreeSet<_> = layout.colours.iter().map(|colour| colour.rgb).collect();
        assert_eq!(colours.len(), variant.seats, "{variant}: two seats have one colour");
        let pieces = variant.game().pieces();
        for seat in seats(variant) {
            let turned = layout.seen_from(seat);
            let height = |other: Seat| {
                let own = pieces.iter().filter(|(_, piece)| piece.seat() == other);
                let heights: Vec<f64> =
                    own.map(|(cell, _)| turned.tiles[cell.index()].centre.y).collect();
                heights.iter().sum::<f64>() / heights.len() as f64
            };
            let lowest = seats(variant).min_by(|a, b| height(*a).total_cmp(&height(*b)));
            assert_eq!(lowest, Some(seat), "{variant}");
        }
    }
}

#[test]
fn boards_show_what_their_rules_speak_of() {
    let count = |name: &str, kind: FeatureKind| {
        let layout = Variant::by_name(name).expect("known").layout();
        layout.features.iter().filter(|feature| feature.kind == kind).count()
    };
    assert_eq!(count("rollerball", FeatureKind::Direction), 4);
    assert_eq!(count("rollerball", FeatureKind::Goal), 2);
    assert_eq!(count("rollerball", FeatureKind::Promotion), 4);
    assert_eq!(count("rollerball", FeatureKind::StartLine), 2);
    assert_eq!(count("roundtable84", FeatureKind::Wall), 20);
    assert_eq!(count("roundtable84", FeatureKind::Diamond), 4);
    assert_eq!(count("circular70", FeatureKind::Joint), 9);
    assert_eq!(count("modern5", FeatureKind::PromotionLine), 5);
    let table = Variant::by_name("roundtable84").expect("known");
    let layout = table.layout();
    let triangles = layout.tiles.iter().filter(|tile| tile.contour.corners.len() == 3).count();
    assert_eq!(triangles, 4);
}
