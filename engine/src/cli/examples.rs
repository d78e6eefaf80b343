//! The examples below the help of each command.

/// The examples of the program.
pub const ROTUNDA: &str = "\
Examples:
  rotunda                                     speak UCI or XBoard's protocol, as interfaces want
  rotunda variants                            list the games
  rotunda play --variant rollerball           play in the terminal
  rotunda serve --open                        play in the browser
  rotunda --load mine.toml play --variant mine

'rotunda help COMMAND' shows the options of a command.";
/// The examples of `play`.
pub const PLAY: &str = "\
Examples:
  rotunda play --variant circular70
  rotunda play --variant modern4 --seat a,c --time 5:00+3
  rotunda play --seat none                    watch the engine play itself";
/// The examples of `serve`.
#[cfg(feature = "serve")]
pub const SERVE: &str = "\
Examples:
  rotunda serve --open
  rotunda serve --listen 0.0.0.0              play with friends, by links
  rotunda serve --port 7484 --host chess.example.org --base-path /chess
  rotunda serve --watch match.jsonl           show the games of a match as they are played";
/// The examples of `board`.
pub const BOARD: &str = "\
Examples:
  rotunda board --variant rollerball --moves c2b3 --last --svg board.svg
  rotunda board --variant roundtable84 --view black --png board.png --size 1200";
/// The examples of `describe`.
pub const DESCRIBE: &str = "\
Examples:
  rotunda describe rollerball
  rotunda describe rollerball --json";
/// The examples of `analyse`.
pub const ANALYSE: &str = "\
Examples:
  rotunda analyse tests.epd --movetime 500
  rotunda analyse games.pgn --nodes 100000 --pgn
  rotunda analyse --variant ordinary - --depth 12 --json";
/// The examples of `convert`.
pub const CONVERT: &str = "\
Examples:
  rotunda convert games.pgn --out clean.pgn
  rotunda convert games.pgn --to epd --plies 16";
/// The examples of `tables`.
pub const TABLES: &str = "\
Examples:
  rotunda tables KQK KRK
  rotunda tables --variant rollerball --men 3
  rotunda tables --fen '8/8/8/4k3/8/8/3QK3/8 w - - 0 1'";
/// The examples of `check`.
pub const CHECK: &str = "\
Examples:
  rotunda check mine.toml --game mine --depth 4
  rotunda check --schema";
/// The examples of `import`.
pub const IMPORT: &str = "\
Examples:
  rotunda import variants.ini                 say what would become of each section
  rotunda import variants.ini --section xiangqi --out xiangqi.toml";
/// The examples of `perft`.
pub const PERFT: &str = "\
Examples:
  rotunda perft --variant rollerball --depth 5 --threads 4
  rotunda perft --depth 3 --divide --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  rotunda perft --suite tests/perft/chess.epd --max-nodes 1000000";
/// The examples of `bench`.
pub const BENCH: &str = "\
Examples:
  rotunda bench
  rotunda bench --variant ordinary --depth 9 --stats";
/// The examples of `match`.
pub const MATCH: &str = "\
Examples:
  rotunda match --engine cmd=./old --engine cmd=./new --each tc=10+0.1 --games 200 --concurrency 4
  rotunda match --engine cmd=./old --engine cmd=./new --each nodes=20000 --variant rollerball,ordinary \
--sprt elo0=0 elo1=5 --record match.jsonl --resume
  rotunda match report match.jsonl --pgnout match.pgn";
/// The examples of `tune`.
pub const TUNE: &str = "\
Examples:
  rotunda tune --engine cmd=./rotunda nodes=5000 --iterations 2000 --concurrency 4 --log tune.jsonl";
/// The examples of `tunings`.
pub const TUNINGS: &str = "\
Examples:
  rotunda tunings first.jsonl second.jsonl --certainty 3 --plot tunings.svg";
/// The examples of `datagen`.
pub const DATAGEN: &str = "\
Examples:
  rotunda datagen --variant rollerball --soft-nodes 400 --positions 1000000 --out data/rollerball";
/// The examples of `data`.
pub const DATA: &str = "\
Examples:
  rotunda data data/rollerball
  rotunda data data/rollerball --print 10
  rotunda data verdicts data/rollerball --positions 200";
/// The examples of `fit`.
pub const FIT: &str = "\
Examples:
  rotunda fit data/modern4 --out modern4.fit
  rotunda --load mine.toml fit data/mine --out mine.fit --pull 30";
/// The examples of `train`.
pub const TRAIN: &str = "\
Examples:
  rotunda train data/rollerball --out rollerball.net --hidden 64
  rotunda train check rollerball.net
  rotunda train judge rollerball.epd --net rollerball.net";
/// The examples of `completions`.
pub const COMPLETIONS: &str = "\
Examples:
  rotunda completions bash > ~/.local/share/bash-completion/completions/rotunda
  rotunda completions zsh > ~/.zfunc/_rotunda";
