//! Round trips of games of every variant: they come back from a file as they were played.

use crate::random_games::{games, header, written};
use rotunda_movegen::{Cell, GenBudget, Position, Rules, Variant};
use rotunda_training::{DataReader, PlayedGame, Ply, Visitor, replay};

/// The number of games of each variant.
const GAMES: u64 = 6;

/// A visitor that notes each ply.
#[derive(Default)]
struct Notes {
    fens: Vec<String>,
    plies: Vec<(String, i16, bool, bool)>,
    /// Whether a duty binds the mover, for each ply.
    duties: Vec<bool>,
}

impl Visitor for Notes {
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        ply: &Ply<R::Move>,
    ) {
        self.fens.push(R::fen(position));
        let text = R::to_uci(position, std::slice::from_ref(&ply.mv)).remove(0);
        self.plies.push((text, ply.score, ply.quiet, ply.explored));
        let duty = R::duty(position, &R::check_info(position), &mut GenBudget::unlimited());
        self.duties.push(duty.is_some_and(|duty| duty.binds));
        assert!(position.occupied().iter().all(|Cell(cell)| usize::from(cell) < 192));
    }
}

/// Checks that the notes are those of a game, with the quiet flags that follow from the rules.
fn check(variant: &'static Variant, game: &PlayedGame, notes: &Notes) {
    let mut board = variant.game();
    let mut moves = game.record.moves();
    moves.by_ref().take(game.opening).for_each(|mv| board.play(mv).expect("legal"));
    assert_eq!(game.searches.len(), notes.plies.len());
    for (index, (mv, search)) in moves.zip(&game.searches).enumerate() {
        assert_eq!(board.fen(), notes.fens[index], "{}", variant.name);
        let best = search.best.as_ref().unwrap_or(mv);
        let noisy = best.is_capture() || best.promotion().is_some();
        let quiet = !noisy && !board.is_check() && !notes.duties[index];
        let explored = best != mv;
        let expected = (mv.to_string(), search.score, quiet, explored);
        assert_eq!(notes.plies[index], expected, "{}: {}", variant.name, board.fen());
        board.play(mv).expect("legal");
    }
}

#[test]
fn every_variant_reads_what_it_has_written() {
    for variant in Variant::all() {
        let games = games(variant, GAMES);
        let bytes = written(&header(variant), &games);
        let mut reader = DataReader::new(&*bytes).expect("a header");
        assert_eq!(reader.header(), &header(variant));
        let family = reader.header().family().expect("known");
        let mut read = Vec::new();
        while let Some(block) = reader.next_block().expect("whole blocks") {
            read.extend(block.records().map(|game| game.expect("a game")));
        }
        assert_eq!(read.len(), games.len());
        for (record, game) in read.iter().zip(&games) {
            let mut notes = Notes::default();
            replay(family, record, &mut notes).expect("a legal game");
            check(variant, game, &notes);
            assert_eq!((record.ending, record.points), (game.ending, game.points));
        }
    }
}
