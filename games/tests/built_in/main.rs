//! Games that are built in, written as files: the same tables, cell by cell.

mod written;

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_games::{FileGame, read};
use rotunda_movegen::{AnyGame, Board, CastlingSpec, Cell, KindSpec, Options, Seat, Spec, Variant};

/// Plies of a random game of more than two players.
const PLIES: usize = 400;

/// The files whose games are built in too.
const FILES: [&str; 5] = ["chess", "circular", "ordinary", "modern", "byzantine"];

fn set(cells: &[Cell]) -> BTreeSet<Cell> {
    cells.iter().copied().collect()
}

fn sets(lists: &[Vec<Cell>]) -> Vec<BTreeSet<Cell>> {
    lists.iter().map(|list| set(list)).collect()
}

fn same_kind(name: &str, file: &KindSpec, code: &KindSpec) {
    let at = format!("{name}: {}", code.letter);
    assert_eq!((file.letter, file.name, file.role), (code.letter, code.name, code.role), "{at}");
    assert_eq!(file.value, code.value, "{at}");
    assert_eq!((file.en_passant, file.jumps), (code.en_passant, code.jumps), "{at}");
    assert_eq!((&file.choices, &file.supply), (&code.choices, &code.supply), "{at}");
    assert_eq!(sets(&file.promotes_on), sets(&code.promotes_on), "{at}: promotes on");
    assert_eq!(sets(&file.declines_on), sets(&code.declines_on), "{at}: declines on");
    assert_eq!(sets(&file.closed), sets(&code.closed), "{at}: closed");
    assert_eq!(sets(&file.regions), sets(&code.regions), "{at}: regions");
    assert!(file.faces.is_empty() && code.faces.is_empty(), "{at}: faces");
    let changes = |kind: &KindSpec| kind.changes.as_ref().map(|(on, into)| (set(on), *into));
    assert_eq!(changes(file), changes(code), "{at}: changes");
    assert_eq!(file.paths.len(), code.paths.len(), "{at}: seats");
    for (seat, (file, code)) in file.paths.iter().zip(&code.paths).enumerate() {
        assert_eq!(file.len(), code.len(), "{at}: cells");
        for (cell, (file, code)) in file.iter().zip(code).enumerate() {
            let paths = |list: &[rotunda_movegen::Path]| -> BTreeSet<(Vec<Cell>, String)> {
                list.iter().map(|path| (path.cells.clone(), format!("{:?}", path.mode))).collect()
            };
            assert_eq!(paths(file), paths(code), "{at}: seat {seat}, cell {cell}");
        }
    }
}

fn same(file: &Spec, code: &Spec) {
    let name = &code.name;
    let cells =
        |spec: &Spec| -> Vec<String> { spec.grid.all().map(|cell| spec.grid.name(cell)).collect() };
    assert_eq!((file.grid.cells(), cells(file)), (code.grid.cells(), cells(code)), "{name}");
    assert_eq!(file.kinds.len(), code.kinds.len(), "{name}: kinds");
    for (file, code) in file.kinds.iter().zip(&code.kinds) {
        same_kind(name, file, code);
    }
    assert_eq!(file.castlings.len(), code.castlings.len(), "{name}: castlings");
    for (file, code) in file.castlings.iter().zip(&code.castlings) {
        let all = |it: &CastlingSpec| {
            (it.seat, it.right, it.code, it.king, it.rook, set(&it.empty), set(&it.safe))
        };
        assert_eq!(all(file), all(code), "{name}: castling");
    }
    assert_eq!(format!("{:?}", file.laps), format!("{:?}", code.laps), "{name}");
    assert_eq!((&file.fields, &file.start), (&code.fields, &code.start), "{name}");
    assert_eq!(format!("{:?}", file.dead), format!("{:?}", code.dead), "{name}");
    assert_eq!((file.scoring, file.en_passant_counts), (code.scoring, code.en_passant_counts));
    assert_eq!(
        (file.family_flags, file.note.trim()),
        (code.family_flags, code.note.trim()),
        "{name}"
    );
}

#[test]
fn files_say_what_the_program_knows() {
    let mut compared = Vec::new();
    for file in FILES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{file}.toml"));
        let text = fs::read_to_string(&path).expect("a file of the repository");
        let games = read(file, &text).unwrap_or_else(|error| panic!("{error}"));
        for game in &games {
            let spec = &game.data().spec;
            let variant = Variant::by_name(&spec.name).expect("built in");
            assert_eq!(game.data().title, variant.title);
            same(spec, &variant.spec());
            compared.push(spec.name.clone());
            if spec.seats() > 2 {
                same_table(game, variant);
            }
        }
    }
    let duels =
        ["chess", "circular70", "circular68", "circular66", "ordinary", "ordinary-nocheckers"];
    let rules = ["modern", "byzantine"];
    let tables = ["3", "4", "5", "6", "4-2v2", "6-3v3", "6-2v2v2"];
    let tables = rules.iter().flat_map(|rules| tables.map(|seats| format!("{rules}{seats}")));
    let wanted: Vec<String> = duels.into_iter().map(String::from).chain(tables).collect();
    assert_eq!(compared, wanted);
}

/// Plays random moves of a game of more than two players by the file and by the program, with either
/// rule for kings of teams, and compares positions, moves, drawings, and how the games end.
fn same_table(game: &FileGame, variant: &'static Variant) {
    let file = game.unlisted().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((file.seats, file.is_duel()), (variant.seats, false), "{}", variant.name);
    for (seed, team_king_loss_eliminates) in [(1, false), (2, true)] {
        let options = Options { team_king_loss_eliminates, ..Options::default() };
        let start = |variant: &'static Variant| variant.family(options).game(None);
        let [mut ours, mut theirs] = [file, variant].map(|it| start(it).expect("the start"));
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..PLIES {
            let moves = ours.legal_moves();
            let texts = |game: &dyn AnyGame| -> Vec<String> {
                game.legal_moves().iter().map(ToString::to_string).collect()
            };
            assert_eq!(texts(&*ours), texts(&*theirs), "{}: {}", variant.name, ours.fen());
            assert_eq!((ours.fen(), ours.key()), (theirs.fen(), theirs.key()));
            assert_eq!(ours.outcome(), theirs.outcome());
            let Some(mv) = (!moves.is_empty()).then(|| random.random_range(0..moves.len())) else {
                break;
            };
            theirs.play(&theirs.legal_moves()[mv]).expect("legal");
            ours.play(&moves[mv]).expect("legal");
        }
        let drawing = |game: &dyn AnyGame| game.draw_from(Seat(1), &[]).to_string();
        assert_eq!(drawing(&*ours), drawing(&*theirs), "{}", variant.name);
    }
}

/// Games whose movement is written out path by path, each in a file of its name.
#[test]
fn what_no_notation_says_can_be_written_out() {
    for name in ["rollerball", "roundtable84"] {
        let variant = Variant::by_name(name).expect("built in");
        let text = written::text(&variant.spec(), variant.title);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{name}.toml"));
        if env::var_os("ROTUNDA_RECORD").is_some() {
            fs::write(&path, &text).expect("writable");
        }
        let file = fs::read_to_string(&path).expect("a file of the repository");
        assert!(file == text, "{name}.toml: write it anew with ROTUNDA_RECORD=1");
        let games = read(name, &text).unwrap_or_else(|error| panic!("{error}"));
        same(&games[0].data().spec, &variant.spec());
        let perft = |game: Box<dyn AnyGame>| -> u64 {
            game.perft(3).iter().map(|(_, leaves)| leaves).sum()
        };
        let file = games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(perft(file.game()), perft(variant.game()), "{name}");
    }
}
