//! Bytes that stand for whole words, so that random bytes make sentences that a parser accepts.

use std::sync::LazyLock;

use rotunda_movegen::Variant;
use rotunda_protocol::options;

/// The first byte that stands for a word. Lower bytes stand for themselves.
const FIRST: u8 = 0x80;
/// The byte whose next byte stands for itself, whatever its value.
const LITERAL: u8 = 0xFF;

/// The words of UCI. Files of the corpus name words by their place, so new ones go to the end.
const WORDS: [&str; 57] = [
    "\nposition ",
    "startpos ",
    "fen ",
    "moves ",
    "variant ",
    "\ngo ",
    "\nsetoption name ",
    "value ",
    "\nstop\n",
    "\nponderhit\n",
    "\nisready\n",
    "\nucinewgame\n",
    "\nd\n",
    "\nlegal\n",
    "\noutcome\n",
    "\neval\n",
    "\nquit\n",
    "wtime ",
    "btime ",
    "winc ",
    "binc ",
    "movestogo ",
    "depth ",
    "nodes ",
    "mate ",
    "movetime ",
    "infinite ",
    "ponder ",
    "searchmoves ",
    "perft ",
    "time ",
    "inc ",
    "true ",
    "false ",
    "e2e4 ",
    "e7e5 ",
    "0000 ",
    "a1a2q ",
    "d4d5 ",
    "xb4b5 ",
    "w KQkq - 0 1 ",
    "b - - 99 50 ",
    "a ab - m 0 1 ",
    "c abc - b 0 1 ",
    "a abcd ac.bd mf 0 1 ",
    "-1 ",
    "0 ",
    "1 ",
    "2 ",
    "100 ",
    "99999999999999999999 ",
    "***",
    "12/",
    "aK",
    "xbP",
    "\nhelp\n",
    "\nuci\n",
];

/// The words of XBoard's protocol. New ones go to the end.
const CECP_WORDS: [&str; 61] = [
    "\nusermove ",
    "\nsetboard ",
    "\nvariant ",
    "\nnew\n",
    "\ngo\n",
    "\nforce\n",
    "\nplayother\n",
    "\n?\n",
    "\nhint\n",
    "\nbk\n",
    "\nundo\n",
    "\nremove\n",
    "\nhard\n",
    "\neasy\n",
    "\npost\n",
    "\nnopost\n",
    "\nlevel ",
    "\nst ",
    "\nsd ",
    "\nnps ",
    "\ntime ",
    "\notim ",
    "\nmemory ",
    "\ncores ",
    "\nanalyze\n",
    "\n.\n",
    "\nexit\n",
    "\nresult ",
    "\ndraw\n",
    "\nping ",
    "\nedit\n",
    "\n#\n",
    "\nc\n",
    "\nlift ",
    "\nhover ",
    "\nput ",
    "\noption ",
    "\nprotover 2\n",
    "\ncomputer\n",
    "\naccepted ",
    "\nquit\n",
    "e2e4 ",
    "e7e5 ",
    "e2 ",
    "e4 ",
    "@@@@ ",
    "a7a8q ",
    "h0e0,a0f0 ",
    "b2c4,c4d6 ",
    "Ke1\n",
    "xPa7\n",
    "w KQkq - 0 1 ",
    "b - - 99 50 ",
    "0 ",
    "1 ",
    "40 5 0 ",
    "1-0 {White mates}",
    "99999999999999999999 ",
    "***",
    "12/",
    "=",
];

/// Returns the words, the options and the variants.
fn fragments(words: &[&str]) -> Vec<String> {
    let spaced = |name: &str| format!("{name} ");
    let words = words.iter().map(ToString::to_string);
    let names = options().iter().map(|option| spaced(option.name));
    words.chain(names).chain(Variant::all().iter().map(|entry| spaced(entry.name))).collect()
}

static UCI: LazyLock<Vec<String>> = LazyLock::new(|| fragments(&WORDS));
static CECP: LazyLock<Vec<String>> = LazyLock::new(|| fragments(&CECP_WORDS));

/// Returns the text that bytes stand for in the extended UCI language.
pub fn expand(bytes: &[u8]) -> Vec<u8> {
    expand_to(&UCI, bytes)
}

/// Returns the text that bytes stand for in XBoard's protocol.
pub fn expand_cecp(bytes: &[u8]) -> Vec<u8> {
    expand_to(&CECP, bytes)
}

fn expand_to(fragments: &[String], bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        match byte {
            LITERAL => text.extend(rest.next()),
            FIRST.. => {
                let index = usize::from(byte - FIRST) % fragments.len();
                text.extend(fragments[index].as_bytes());
            }
            _ => text.push(byte),
        }
    }
    text
}
