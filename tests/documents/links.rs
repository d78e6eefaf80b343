//! The links of the documents and the citations of comments: relative links lead to files and
//! headings that exist, and so do the pages and sections that comments cite.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the repository")
}

/// Returns the files below a folder with this extension, without hidden folders and build output.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_built = ["target", "node_modules"].contains(&name);
        if path.is_dir() && !is_built && !name.starts_with('.') {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|of_file| of_file == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns a path relative to the root of the repository.
fn shown(path: &Path) -> impl Display {
    path.strip_prefix(root()).unwrap_or(path).display()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the lines outside fenced code, with their numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut code = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        (!code && !fence).then_some((number, line))
    })
}

/// Returns the targets of the links in a line of prose, without code spans.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("](").filter_map(move |(at, opening)| {
        let in_code = line[..at].matches('`').count() % 2 == 1;
        let (target, _) = line[at + opening.len()..].split_once(')')?;
        (!in_code).then_some(target)
    })
}

/// Returns the anchor of a heading, as GitHub makes it: `## 6. End of the game` is
/// `6-end-of-the-game`.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_anchor(page: &str, heading: &str) -> bool {
    prose(page).any(|(_, line)| line.starts_with('#') && anchor(line) == heading)
}

/// Returns the links of a document that lead nowhere, as `file:line: target`.
fn broken_links(file: &Path, text: &str) -> Vec<String> {
    let leads_somewhere = |target: &str| {
        let (path, heading) = target.split_once('#').unwrap_or((target, ""));
        let page = file.parent().expect("a file in a folder").join(path);
        let of_page = || if path.is_empty() { text.to_owned() } else { read(&page) };
        match (heading.is_empty(), path.is_empty() || page.is_file()) {
            (true, _) => page.exists(),
            (false, is_file) => is_file && has_anchor(&of_page(), heading),
        }
    };
    let links =
        prose(text).flat_map(|(number, line)| targets(line).map(move |target| (number, target)));
    links
        .filter(|(_, target)| !target.contains("://") && !leads_somewhere(target))
        .map(|(number, target)| format!("{}:{number}: {target}", shown(file)))
        .collect()
}

/// Returns the comment in a line of source. The slashes of an address do not begin a comment.
fn comment(line: &str) -> &str {
    let mut slashes = line.match_indices("//").map(|(at, _)| &line[at + 2..]);
    slashes.find(|rest| rest.starts_with([' ', '/', '!'])).unwrap_or_default()
}

/// Returns the pages that a comment names, with the section if a number follows: `circular.md 3.5`.
fn citations(comment: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    comment.match_indices(".md").filter_map(move |(at, ending)| {
        let of_name = |c: char| c.is_ascii_alphanumeric() || "-_/.:".contains(c);
        let start = comment[..at].rfind(|c| !of_name(c)).map_or(0, |before| before + 1);
        let page = &comment[start..at + ending.len()];
        let rest = comment[at + ending.len()..].strip_prefix(' ').unwrap_or_default();
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let section = rest[..end].trim_end_matches('.');
        let named = start < at && !page.contains("://");
        named.then_some((page, (!section.is_empty()).then_some(section)))
    })
}

/// Returns whether a page has a heading or a bold label with this number: `### 3.5 Knight`,
/// `**6.1**`.
fn has_section(page: &str, section: &str) -> bool {
    let numbered = |text: &str| {
        let rest = text.strip_prefix(section);
        rest.is_some_and(|rest| {
            !rest.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit())
        })
    };
    prose(page).any(|(_, line)| {
        let heading = line.starts_with('#') && numbered(line.trim_start_matches(['#', ' ']));
        heading || line.match_indices("**").any(|(at, bold)| numbered(&line[at + bold.len()..]))
    })
}

/// Returns the citations of a source file that lead nowhere, as `file:line: page section`.
fn broken_citations(file: &Path, text: &str) -> Vec<String> {
    let leads_somewhere = |page: &str, section: Option<&str>| {
        let folders = ["", "docs", "docs/rules"].map(|folder| root().join(folder));
        let mut pages = folders.iter().map(|folder| folder.join(page));
        let found = pages.find(|path| path.is_file());
        found.is_some_and(|path| section.is_none_or(|number| has_section(&read(&path), number)))
    };
    let mut broken = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        for (page, section) in
            citations(comment(line)).filter(|cited| !leads_somewhere(cited.0, cited.1))
        {
            let section = section.unwrap_or_default();
            broken.push(format!("{}:{number}: {page} {section}", shown(file)));
        }
    }
    broken
}

/// Returns the lines of a program without indentation, empty lines and comments of the file.
fn code(program: &str) -> Vec<&str> {
    let lines = program.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//!")).collect()
}

#[test]
fn the_program_in_the_book_is_one_that_is_compiled() {
    let page = read(&root().join("docs/crates.md"));
    let (_, rest) = page.split_once("```rust\n").expect("docs/crates.md shows a program");
    let (shown, _) = rest.split_once("```").expect("the program has an end");
    let example = read(&root().join("search/examples/library.rs"));
    let mut compiled = code(&example);
    assert_eq!(compiled.split_off(compiled.len() - 2), ["Ok(())", "}"]);
    compiled.retain(|line| !line.starts_with("fn main() "));
    assert_eq!(code(shown), compiled);
}

#[test]
fn relative_links_of_the_documents_lead_somewhere() {
    let documents = files(root(), "md");
    assert!(documents.iter().any(|file| file.ends_with("docs/rules/README.md")));
    let broken: Vec<String> =
        documents.iter().flat_map(|file| broken_links(file, &read(file))).collect();
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn pages_and_sections_cited_in_comments_exist() {
    let mut sources = files(root(), "rs");
    sources.retain(|file| !file.ends_with("tests/documents/links.rs")); // it has wrong ones on purpose
    let broken: Vec<String> =
        sources.iter().flat_map(|file| broken_citations(file, &read(file))).collect();
    assert!(broken.is_empty(), "citations that lead nowhere:\n{}", broken.join("\n"));
}

/// Returns the source files that a page names in code spans, `tables/side.rs`, and that do not
/// exist.
fn missing_sources<'a>(page: &'a str, sources: &[PathBuf]) -> Vec<&'a str> {
    let spans = prose(page).flat_map(|(_, line)| line.split('`').skip(1).step_by(2));
    let named = spans.filter(|span| Path::new(span).extension().is_some_and(|kind| kind == "rs"));
    // `variants/*.rs` stands for all files of a folder.
    let exists = |name: &str| sources.iter().any(|file| file.ends_with(name));
    named.filter(|name| !name.contains('*') && !exists(name)).collect()
}

#[test]
fn the_map_of_the_code_names_files_that_exist() {
    let sources = files(root(), "rs");
    let pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/how-it-works.md"];
    let mut pages: Vec<PathBuf> = pages.iter().map(|page| root().join(page)).collect();
    pages.extend(files(&root().join("docs/design"), "md"));
    assert!(pages.len() > 20, "docs/design has its pages");
    for page in pages {
        let text = read(&page);
        let missing = missing_sources(&text, &sources);
        assert!(missing.is_empty(), "{} names files that do not exist: {missing:?}", shown(&page));
    }
    let wrong = "`lost.rs`, `tests/documents/links.rs`, `variants/*.rs` and `tables/lost.rs`";
    assert_eq!(missing_sources(wrong, &sources), ["lost.rs", "tables/lost.rs"]);
}

#[test]
fn broken_links_and_citations_are_found() {
    let page = root().join("docs/rules/page.md");
    let text = "# A page, really\n[a](README.md) [b](lost.md) [c](#a-page-really) [d](#lost)\n\
                [e](README.md#2-words) [f](README.md#lost) [g](https://example.org/lost.md)\n\
                `[h](lost.md)` [i](..)\n```\n[j](lost.md)\n```\n[k](lost.md#lost)\n";
    let broken = broken_links(&page, text);
    let found: Vec<&str> = broken.iter().filter_map(|line| line.rsplit(' ').next()).collect();
    assert_eq!(found, ["lost.md", "#lost", "README.md#lost", "lost.md#lost"]);

    let source = "use a; // circular.md 3.5, chess.md 6.3 and 6.9\n/// lost.md 1\n\
                  /// (docs/rules/circular.md 3.55) and chess.md 6.4.\n///
                  /// https://example.org/b.md\n";
    let broken = broken_citations(Path::new("a.rs"), source);
    assert_eq!(
        broken,
        ["a.rs:2: lost.md 1", "a.rs:3: docs/rules/circular.md 3.55", "a.rs:3: chess.md 6.4"]
    );
}
