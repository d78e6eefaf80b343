//! `rotunda check`: the boards, moves and faults of a file of games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use rotunda_games::FileGame;
use rotunda_movegen::Variant;

use crate::completion::{Completion, RunError};

/// The options of `rotunda check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The file of games
    #[arg(required_unless_present = "schema")]
    file: Option<PathBuf>,
    /// Print the JSON schema of such files instead, for editors
    #[arg(long, conflicts_with = "file")]
    schema: bool,
    /// Only the game with this name
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Show the moves of pieces from this cell instead of the middle
    #[arg(long, value_name = "CELL")]
    cell: Option<String>,
    /// Depth of the perft, in plies
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,
}

impl CheckArgs {
    /// Checks the file and describes its games.
    ///
    /// # Errors
    /// Returns an error if the file cannot be used, or has no such game, or a game has no such
    /// cell.
    pub fn run(&self, out: &mut dyn Write) -> Result<Completion, RunError> {
        let usage = |error: &dyn std::fmt::Display| RunError::Usage(error.to_string());
        let Some(file) = &self.file else {
            write!(out, "{}", rotunda_games::SCHEMA)?;
            return Ok(Completion::Success);
        };
        let games = rotunda_games::read_file(Path::new(file)).map_err(|e| usage(&e))?;
        let is_asked =
            |game: &&FileGame| self.game.as_ref().is_none_or(|name| *name == game.data().spec.name);
        let asked: Vec<&FileGame> = games.iter().filter(is_asked).collect();
        if asked.is_empty() {
            return Err(usage(&"the file has no game of this name"));
        }
        let mut taken = false;
        for game in asked {
            let variant = game.unlisted().map_err(|error| usage(&error))?;
            self.print_game(game, variant, out)?;
            taken |= is_built_in(variant);
        }
        Ok(if taken { Completion::CheckFailed } else { Completion::Success })
    }

    fn print_game(
        &self,
        game: &FileGame,
        variant: &'static Variant,
        out: &mut dyn Write,
    ) -> Result<(), RunError> {
        let start = variant.game();
        writeln!(out, "{} ({}), {} cells\n", variant.title, variant.name, variant.cells())?;
        writeln!(out, "{}", start.draw())?;
        let moves = game.moves_from(self.cell.as_deref()).map_err(RunError::Usage)?;
        writeln!(out, "{moves}")?;
        let zones = game.zones();
        if !zones.is_empty() {
            writeln!(out, "{zones}")?;
        }
        for depth in 1..=self.depth {
            let leaves: u64 = start.perft(depth).iter().map(|(_, leaves)| leaves).sum();
            writeln!(out, "perft {depth}: {leaves}")?;
        }
        for limit in game.limits() {
            writeln!(out, "{limit}")?;
        }
        writeln!(out, "no more than {} moves in a position", game.most_moves())?;
        let mut findings = game.findings();
        findings.extend(first_findings(variant));
        for finding in &findings {
            writeln!(out, "note: {finding}")?;
        }
        if findings.is_empty() {
            writeln!(out, "nothing looks wrong")?;
        }
        writeln!(out)?;
        Ok(())
    }
}

/// Returns whether a game that is built in has the name.
fn is_built_in(variant: &Variant) -> bool {
    Variant::all().iter().any(|known| known.name == variant.name)
}

/// Returns the fault of a game's name or its start.
fn first_findings(variant: &'static Variant) -> Vec<String> {
    let mut found = Vec::new();
    if is_built_in(variant) {
        let name = variant.name;
        found.push(format!("there is a variant {name:?} already, so '--load' refuses the file"));
    }
    if let Some(outcome) = variant.game().outcome() {
        found.push(format!("the game is over at its start: {}", outcome.reason));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(game: &str, cell: Option<&str>) -> Result<String, RunError> {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/games/{game}.toml"));
        let args = CheckArgs {
            file: Some(file),
            schema: false,
            game: None,
            cell: cell.map(Into::into),
            depth: 2,
        };
        let mut out = Vec::new();
        args.run(&mut out)?;
        Ok(String::from_utf8(out).expect("text"))
    }

    #[test]
    fn a_file_is_checked_whoever_has_its_names() {
        let text = check("chess", Some("b1")).expect("a game of the repository");
        assert!(text.starts_with("Chess (chess), 64 cells\n"), "{text}");
        let taken = "note: there is a variant \"chess\" already, so '--load' refuses the file";
        assert!(text.contains("\nN knight\n"), "{text}");
        assert!(
            text.contains("\n  o . o . . . . .\n  . . . o . . . .\n  . * . . . . . .\n"),
            "{text}"
        );
        assert!(text.ends_with(&format!("moves in a position\n{taken}\n\n")), "{text}");
        assert!(text.contains("perft 1: 20\nperft 2: 400\n"), "{text}");
        let limits = "\n100 plies without a capture or a pawn's move: a draw\nthe same position 3 times: a draw\n";
        assert!(text.contains(limits), "{text}");
        assert!(
            text.contains("\nP pawn of White\n") && text.contains("\nP pawn of Black\n"),
            "{text}"
        );
        assert!(check("chess", Some("j1")).is_err() && check("none", None).is_err());
    }

    #[test]
    fn pictures_show_promotion_start_steps_closed_cells_and_castlings() {
        let text = check("chess", None).expect("a game of the repository");
        let cells = text.split("\nCells: P promotes").nth(1).expect("a picture of cells");
        let white = "\nP pawn of White\n  P P P P P P P P\n  . . . . . . . .\n";
        assert!(
            cells.contains(white) && cells.contains("\n  s s s s s s s s\n  # # # # # # # #\n"),
            "{text}"
        );
        let castling =
            "\nCastlings\n  K: White's king e1 to g1, the piece on h1 to f1, written e1g1\n";
        assert!(cells.contains(castling), "{text}");
        let text = check("rollerball", None).expect("a game of the repository");
        assert!(text.contains('G'), "the goals of kings: {text}");
    }

    #[test]
    fn pictures_are_of_all_players_who_move_differently() {
        let text = check("cross4", Some("h7")).expect("a game of the repository");
        let text = text.split("\nnothing looks wrong\n").next().expect("the first of its games");
        let (moves, _) = text.split_once("\nCells: ").expect("pictures of moves, then of cells");
        let pawns: Vec<&str> = moves.lines().filter(|line| line.starts_with("P pawn")).collect();
        assert_eq!(pawns, ["P pawn of a", "P pawn of b", "P pawn of c", "P pawn of d"]);
        let b = text.split("P pawn of b\n").nth(1).expect("a picture");
        let towards_the_right = "  . . . . . . . . x . . . . .\n  . . . . . . . * m . . . . .\n";
        assert!(b.contains(towards_the_right), "{b}");
        assert_eq!(moves.matches("\nN knight\n").count(), 1);
    }
}
