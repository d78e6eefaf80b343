//! The lists of variants in the documents, compared with the registry and the files of games.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use rotunda_movegen::Variant;

use crate::golden::is_recording;

/// The beginning of the page of all variants.
const BEGINNING: &str = "\
<!-- Made from the registry by ROTUNDA_RECORD=1 cargo test -p rotunda-tests --test documents variant_lists -->

# Variants

`setoption name UCI_Variant value NAME`, `position variant NAME startpos` and `--variant NAME` choose a game.
`rotunda variants` lists them, and `rotunda describe NAME` describes one. The pages of rules are the authority against
which the engine is tested.
";

/// The sentence before the games that are files.
const OF_FILES: &str = "\n\
The games below are text files in `games/games`. They need `--load FILE`, or the option `VariantPath`
([Games from files](games.md)).
";

/// The lines of a page between which a list stands.
const OPENING: &str =
    "<!-- variants: written by ROTUNDA_RECORD=1, tests/documents/variant_lists.rs -->\n";
const CLOSING: &str = "<!-- end of variants -->\n";

/// Returns the top folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The variants of one page of rules.
struct Game {
    /// The file in `docs/rules`.
    page: String,
    variants: Vec<&'static Variant>,
}

impl Game {
    /// Returns the heading of its page of rules.
    fn title(&self) -> String {
        let path = root().join("docs/rules").join(&self.page);
        let text =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let heading = text.lines().find_map(|line| line.strip_prefix("# "));
        heading.unwrap_or_else(|| panic!("{} has no heading", self.page)).to_owned()
    }

    /// Returns the names of its variants, each in a code span.
    fn names(&self) -> String {
        let names: Vec<String> =
            self.variants.iter().map(|variant| format!("`{}`", variant.name)).collect();
        names.join(", ")
    }
}

/// Returns the variants in groups by their pages of rules, in the order in which each page comes
/// first.
fn games(variants: impl Iterator<Item = (String, &'static Variant)>) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    for (page, variant) in variants {
        match games.iter_mut().find(|game| game.page == page) {
            Some(game) => game.variants.push(variant),
            None => games.push(Game { page, variants: vec![variant] }),
        }
    }
    games
}

/// Returns the games of the registry.
fn built_in() -> Vec<Game> {
    games(Variant::all().iter().map(|variant| (variant.rules.file.to_owned(), variant)))
}

/// Returns the games of `games/games` that are not built in. Their page of rules has the name of
/// the file.
fn of_files() -> Vec<Game> {
    let folder = root().join("games/games");
    let entries = fs::read_dir(&folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let variants = files.iter().flat_map(|file| {
        let stem = file.file_stem().and_then(|stem| stem.to_str()).expect("ASCII");
        let read = rotunda_games::read_file(file).unwrap_or_else(|error| panic!("{error}"));
        let is_new = |name: &str| Variant::all().iter().all(|variant| variant.name != name);
        let new = read.into_iter().filter(move |game| is_new(&game.data().spec.name));
        new.map(move |game| (format!("{stem}.md"), game.unlisted().expect("it is compiled")))
    });
    games(variants)
}

/// Writes the section of a game on the page of all variants.
fn section(page: &mut String, game: &Game) {
    let title = game.title();
    write!(page, "\n## {title}\n\n[The rules](rules/{})\n\n", game.page).expect("memory");
    page.push_str("| name | game | players | cells |\n|---|---|---|---|\n");
    for variant in &game.variants {
        let (name, title, seats) = (variant.name, variant.title, variant.seats);
        writeln!(page, "| `{name}` | {title} | {seats} | {} |", variant.cells()).expect("memory");
    }
    for variant in &game.variants {
        let picture = format!("boards/{}.svg", variant.name);
        if root().join("docs").join(&picture).exists() {
            write!(page, "\n![{}]({picture})\n", variant.name).expect("memory");
        }
    }
}

/// Returns the page of all variants.
fn page() -> String {
    let mut page = BEGINNING.to_owned();
    for game in built_in() {
        section(&mut page, &game);
    }
    page.push_str(OF_FILES);
    for game in of_files() {
        section(&mut page, &game);
    }
    page
}

/// Returns the index of the pages of rules.
fn index() -> String {
    let mut index = "| page | `UCI_Variant` | cells |\n|---|---|---|\n".to_owned();
    for game in built_in().iter().chain(&of_files()) {
        let cells = game.variants.iter().map(|variant| variant.cells());
        let (least, most) = (cells.clone().min().unwrap_or(0), cells.max().unwrap_or(0));
        let cells = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let (title, page, names) = (game.title(), &game.page, game.names());
        writeln!(index, "| [{title}]({page}) | {names} | {cells} |").expect("memory");
    }
    index
}

/// Compares a document with a text, or writes the document if the environment asks to record.
fn check(path: &str, text: &str) {
    let file = root().join(path);
    if is_recording() {
        fs::write(&file, text).expect("the document can be written");
    } else {
        let recorded = fs::read_to_string(&file).unwrap_or_default();
        assert!(recorded == text, "{path} is out of date; ROTUNDA_RECORD=1 writes it anew");
    }
}

#[test]
fn the_page_of_variants_is_up_to_date() {
    check("docs/variants.md", &page());
}

#[test]
fn the_index_of_the_rules_is_up_to_date() {
    let path = "docs/rules/README.md";
    let text = fs::read_to_string(root().join(path)).expect("the page is there");
    let (before, rest) = text.split_once(OPENING).expect("the page has a place for the list");
    let (_, after) = rest.split_once(CLOSING).expect("the list has an end");
    check(path, &format!("{before}{OPENING}\n{}\n{CLOSING}{after}", index()));
}

#[test]
fn every_variant_stands_in_the_list_once() {
    let page = page();
    for variant in Variant::all() {
        let row = format!("| `{}` |", variant.name);
        assert_eq!(page.matches(&row).count(), 1, "{}", variant.name);
    }
    for file in ["xiangqi", "cross4-2v2", "glinski"] {
        assert!(page.contains(&format!("| `{file}` |")), "{file} is missing");
    }
}
