//! The built-in games, written as files: they give the same tables, cell by cell.

mod written;

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_games::{FileGame, read_file};
use rotunda_movegen::{Board, CastlingSpec, Cell, Game, KindSpec, Options, Seat, Spec, Variant};

/// The most plies of a random game.
const PLIES: usize = 400;

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
    assert_eq!((file.scoring, file.limits), (code.scoring, code.limits));
    assert_eq!(file.en_passant_counts, code.en_passant_counts);
    assert_eq!(
        (file.family_flags, file.note.trim()),
        (code.family_flags, code.note.trim()),
        "{name}"
    );
}

/// Returns every built-in game with the game of its file.
fn pairs() -> Vec<(FileGame, &'static Variant)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let entries = fs::read_dir(&folder).expect("a folder of the repository");
    let mut games: Vec<FileGame> = Vec::new();
    for path in entries.map(|entry| entry.expect("readable").path()) {
        games.extend(read_file(&path).unwrap_or_else(|error| panic!("{error}")));
    }
    let pair = |variant: &'static Variant| {
        let mut named = games.extract_if(.., |game| game.data().spec.name == variant.name);
        let game = named.next().unwrap_or_else(|| panic!("{} has no file", variant.name));
        assert!(named.next().is_none(), "{} has two files", variant.name);
        (game, variant)
    };
    Variant::all().iter().map(pair).collect()
}

#[test]
fn files_say_what_the_program_knows_of_every_built_in_game() {
    for (game, variant) in pairs() {
        assert_eq!(game.data().title, variant.title);
        same(&game.data().spec, &variant.spec());
    }
}

#[test]
fn files_play_as_the_program_does_every_built_in_game() {
    for (game, variant) in pairs() {
        let file = game.unlisted().unwrap_or_else(|error| panic!("{error}"));
        let perft = |variant: &'static Variant| -> u64 {
            variant.game().perft(3).iter().map(|(_, leaves)| leaves).sum()
        };
        assert_eq!(perft(file), perft(variant), "{}", variant.name);
        plays_alike(file, variant);
    }
}

/// Plays random moves of a game as the file and as the program have it, without and with the option
/// of its family, and compares positions, moves, drawings and ends.
fn plays_alike(file: &'static Variant, variant: &'static Variant) {
    assert_eq!((file.seats, file.is_duel()), (variant.seats, variant.is_duel()), "{variant}");
    for (seed, option) in [(1, false), (2, true)] {
        let options = Options { classic_scoring: option, team_king_loss_eliminates: option };
        let start = |variant: &'static Variant| variant.family(options).game(None);
        let [mut ours, mut theirs] = [file, variant].map(|it| start(it).expect("the start"));
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..PLIES {
            let moves = ours.legal_moves();
            let texts = |game: &Game| -> Vec<String> {
                game.legal_moves().iter().map(ToString::to_string).collect()
            };
            assert_eq!(texts(&ours), texts(&theirs), "{variant}: {}", ours.fen());
            assert_eq!((ours.fen(), ours.key()), (theirs.fen(), theirs.key()), "{variant}");
            assert_eq!(ours.outcome(), theirs.outcome(), "{variant}: {}", ours.fen());
            let Some(mv) = (!moves.is_empty()).then(|| random.random_range(0..moves.len())) else {
                break;
            };
            theirs.play(&theirs.legal_moves()[mv]).expect("legal");
            ours.play(&moves[mv]).expect("legal");
        }
        let drawing = |game: &Game| game.draw_from(Seat(1), &[]).to_string();
        assert_eq!(drawing(&ours), drawing(&theirs), "{variant}");
    }
}

/// Checks games whose movement no notation expresses: their files write it out path by path.
#[test]
fn what_no_notation_says_is_written_out() {
    for name in ["rollerball", "roundtable84", "roundtable84-knights-front"] {
        let variant = Variant::by_name(name).expect("built in");
        let text = written::text(&variant.spec(), variant.title);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{name}.toml"));
        if env::var_os("ROTUNDA_RECORD").is_some() {
            fs::write(&path, &text).expect("writable");
        }
        let file = fs::read_to_string(&path).expect("a file of the repository");
        assert!(file == text, "{name}.toml: write it anew with ROTUNDA_RECORD=1");
    }
}
