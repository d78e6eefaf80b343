//! The imports of every crate, read from its source: no files import each other in a circle, and no
//! floor imports a higher one.
//!
//! The test follows a path through re-exports to the file that defines it. Therefore an import from
//! a parent module that re-exports its children's names counts as one from the child. Tests inside
//! the crates may import anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the crates' sources, and the floors of each from the lowest. A module imports
/// only from its own folder and from lower floors; modules that share a floor do not import each
/// other.
const FLOORS: [(&str, &[&str]); 11] = [
    (
        "movegen/src",
        &[
            "shard",
            "geometry",
            "tables",
            "layout",
            "position",
            "families",
            "variants",
            "perft ways",
            "family_game",
            "game_move",
            "hindrance",
            "reach",
            "game",
            "game_setup",
            "record",
        ],
    ),
    (
        "notation/src",
        &[
            "place",
            "ending error lines nag notation why written",
            "glued operation perft_line pgn read san",
            "line",
        ],
    ),
    (
        "games/src",
        &[
            "begin lasting plane problem values",
            "betza leaps moves source wording",
            "cells ends notation seats table texts zones",
            "idle laps motion royal shapes",
            "courses findings schema",
            "kinds strays",
            "compile",
            "read",
            "import",
        ],
    ),
    (
        "endgames/src",
        &[
            "code fingerprint fortress material refusal symmetry",
            "layout",
            "endings moves table",
            "exits solver store",
            "path_moves rule_moves",
            "library",
            "line summary",
        ],
    ),
    ("search/src", &["base", "time", "eval", "net", "ordering", "table", "tree", "mate", "driver"]),
    ("training/src", &["file", "selfplay", "train", "measure"]),
    (
        "protocol/src",
        &[
            "error help left_out lines preferences",
            "tokens",
            "bench go option position",
            "cecp command reply uci_client",
            "cecp_client",
        ],
    ),
    (
        "engine/arena/src",
        &["base", "plan", "engines", "record", "play", "report", "tune", "matches"],
    ),
    (
        "engine/board/src",
        &["glyphs letters palette png", "sketch", "arrows describe pieces way", "picture"],
    ),
    (
        "engine/serve/src",
        &[
            "echo lessons per_variant",
            "action addresses listening pages store tokens variant_view",
            "facts guard reach tree",
            "merge record view",
            "arrange continuations pgn_write protocol",
            "pgn_read roles search",
            "explorer invitations table",
            "asking games",
            "gate importing watch",
            "connection",
            "server",
            "page_server",
            "typescript",
        ],
    ),
    (
        "engine/src",
        &[
            "backpressure completion files ink line_set output perft_runner progress room state voice",
            "bench game_files in_order interrupt play source suite watched",
            "job",
            "session",
            "cli",
            "program",
        ],
    ),
];

/// A module's path from the crate's root. The path of the root is empty.
type Module = Vec<String>;

/// The path behind a name that a module brings in.
struct Import {
    path: Vec<String>,
    /// Whether modules outside this module see the name.
    is_public: bool,
}

/// The files of a crate, and the imports of each.
struct Crate {
    /// The source of each module.
    files: BTreeMap<Module, String>,
    /// The names that a module brings in.
    names: BTreeMap<Module, BTreeMap<String, Import>>,
    /// The paths that a module refers to, without those that it only re-exports from its children.
    uses: BTreeMap<Module, BTreeSet<Vec<String>>>,
}

/// Returns the source without comments and without the tests at its end.
fn code(text: &str) -> String {
    let tests = text.find("\nmod tests {").and_then(|at| text[..at].rfind("\n#[cfg("));
    let end = tests.unwrap_or(text.len());
    let without_comment = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    let lines: Vec<String> = text[..end].lines().map(without_comment).collect();
    lines.join("\n")
}

/// Adds the leaves of a `use` tree as paths of segments, each with its alias.
fn leaves(tree: &str, prefix: &[String], found: &mut Vec<(Vec<String>, String)>) {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, letter) in tree.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let (path, inner) = match part.split_once('{') {
            Some((path, inner)) => (path, Some(inner.trim_end_matches('}').trim())),
            None => (part, None),
        };
        let (path, alias) = path.split_once(" as ").map_or((path, None), |(p, a)| (p, Some(a)));
        let segments = path.split("::").map(str::trim).filter(|segment| !segment.is_empty());
        let mut whole: Vec<String> = prefix.to_vec();
        whole.extend(
            segments.filter(|segment| *segment != "self" || prefix.is_empty()).map(String::from),
        );
        if let Some(inner) = inner {
            leaves(inner, &whole, found);
        } else {
            let name = alias.or(whole.last().map(String::as_str)).unwrap_or_default();
            found.push((whole.clone(), name.trim().to_owned()));
        }
    }
}

impl Crate {
    /// Reads the crate whose sources lie in a folder.
    fn read(source: &Path) -> Self {
        let mut files = BTreeMap::new();
        walk(source, &mut Vec::new(), &mut files);
        let text = |path: PathBuf| fs::read_to_string(path).expect("a file of the crate");
        Self::of(files.into_iter().map(|(module, path)| (module, text(path))).collect())
    }

    /// Creates the crate with these sources, by module.
    fn of(files: BTreeMap<Module, String>) -> Self {
        let mut this = Self { files, names: BTreeMap::new(), uses: BTreeMap::new() };
        for (module, text) in &this.files {
            let code = code(text);
            let names = this.names.entry(module.clone()).or_default();
            let uses = this.uses.entry(module.clone()).or_default();
            for statement in code.split(';') {
                let Some((before, tree)) = statement.rsplit_once("use ") else { continue };
                let line = before.rsplit('\n').next().unwrap_or_default().trim();
                let passes_on = line.starts_with("pub");
                if !(line.is_empty() || passes_on) || tree.contains("fn ") {
                    continue;
                }
                let mut found = Vec::new();
                leaves(tree, &[], &mut found);
                for (path, name) in found {
                    let mut child = module.clone();
                    child.extend(path.first().cloned());
                    if !(passes_on && this.files.contains_key(&child)) {
                        uses.insert(path.clone());
                    }
                    names.insert(name, Import { path, is_public: passes_on });
                }
            }
            for word in code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
                let path: Vec<String> =
                    word.split("::").filter(|s| !s.is_empty()).map(String::from).collect();
                // A single `crate` begins a `use`, which is read above.
                if path.len() > 1 && ["crate", "super"].contains(&path[0].as_str()) {
                    uses.insert(path);
                }
            }
        }
        this
    }

    /// Returns the module in whose file the path's item is defined; `None` if it is another
    /// crate's.
    fn definition(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (mut at, mut rest) = (from.clone(), path);
        match path.first().map(String::as_str)? {
            "crate" => {
                at = Vec::new();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while let Some(("super", later)) =
                    rest.split_first().map(|(first, later)| (first.as_str(), later))
                {
                    at.pop();
                    rest = later;
                }
            }
            first => {
                let child: Module = at.iter().cloned().chain([first.to_owned()]).collect();
                if !self.files.contains_key(&child) {
                    return None;
                }
            }
        }
        for (index, segment) in rest.iter().enumerate() {
            let child: Module = at.iter().cloned().chain([segment.clone()]).collect();
            if self.files.contains_key(&child) {
                at = child;
                continue;
            }
            let import = self.names.get(&at).and_then(|names| names.get(segment));
            let is_seen = |import: &&Import| import.is_public || from.starts_with(&at);
            return match import.filter(is_seen) {
                Some(Import { path, .. }) if depth < 20 => {
                    let whole: Vec<String> =
                        path.iter().chain(&rest[index + 1..]).cloned().collect();
                    self.definition(&at, &whole, depth + 1)
                }
                _ => Some(at),
            };
        }
        Some(at)
    }

    /// Returns the modules that each module imports from.
    fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let of = |(module, paths): (&Module, &BTreeSet<Vec<String>>)| {
            let found = paths.iter().filter_map(|path| self.definition(module, path, 0));
            (module.clone(), found.filter(|other| other != module).collect())
        };
        self.uses.iter().map(of).collect()
    }
}

/// Collects the files under a folder by their modules, tests apart.
fn walk(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if stem == "tests" {
            continue;
        }
        if path.is_dir() {
            module.push(stem);
            walk(&path, module, files);
            module.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let mut own = module.clone();
            if !["lib", "main", "mod"].contains(&stem.as_str()) {
                own.push(stem.clone());
            }
            if stem != "main" || !files.contains_key(&own) {
                files.insert(own, path);
            }
        }
    }
}

/// Returns a circle of imports, from a module back to itself, if there is one.
fn circle(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    let nothing = BTreeSet::new();
    for start in imports.keys() {
        let mut before: BTreeMap<&Module, &Module> = BTreeMap::new();
        let mut open = vec![start];
        while let Some(module) = open.pop() {
            for next in imports.get(module).unwrap_or(&nothing) {
                if next == start {
                    let mut way = vec![start.clone(), module.clone()];
                    let mut at = module;
                    while let Some(earlier) = before.get(at) {
                        way.push((*earlier).clone());
                        at = earlier;
                    }
                    way.dedup();
                    way.reverse();
                    return Some(way);
                }
                if !before.contains_key(next) {
                    before.insert(next, module);
                    open.push(next);
                }
            }
        }
    }
    None
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

fn name(module: &Module) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("::") }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for (folder, _) in FLOORS {
        let imports = Crate::read(&root().join(folder)).imports();
        assert!(imports.len() > 5, "{folder} has more files than {}", imports.len());
        let edges: usize = imports.values().map(BTreeSet::len).sum();
        assert!(edges >= imports.len() / 2, "{folder}: only {edges} imports were found");
        if let Some(way) = circle(&imports) {
            let way: Vec<String> = way.iter().map(name).collect();
            panic!("{folder} has a circle of imports: {}", way.join(" imports "));
        }
    }
}

/// Returns the imports of higher floors, of other modules on the same floor, and of the crate's
/// root, a line each, and the modules that stand on no floor. The second result is the number of
/// imports between modules.
fn faults(imports: &BTreeMap<Module, BTreeSet<Module>>, floors: &[&str]) -> (Vec<String>, usize) {
    let floor = |module: &Module| {
        let first = module.first()?;
        floors.iter().position(|floor| floor.split(' ').any(|name| name == first))
    };
    let (mut faults, mut count) = (Vec::new(), 0);
    for (module, others) in imports.iter().filter(|(module, _)| !module.is_empty()) {
        let Some(own) = floor(module) else {
            faults.push(format!("{} is on no floor", name(module)));
            continue;
        };
        for other in others.iter().filter(|other| other.first() != module.first()) {
            count += 1;
            if floor(other).is_none_or(|theirs| theirs >= own) {
                faults.push(format!("{} imports {}", name(module), name(other)));
            }
        }
    }
    (faults, count)
}

#[test]
fn lower_floors_import_no_higher_ones() {
    for (folder, floors) in FLOORS {
        let imports = Crate::read(&root().join(folder)).imports();
        let (faults, count) = faults(&imports, floors);
        assert!(faults.is_empty(), "{folder}:\n{}", faults.join("\n"));
        assert!(count >= floors.len(), "{folder}: only {count} imports were found");
        for module in floors.iter().flat_map(|floor| floor.split(' ')) {
            let is_there = imports.keys().any(|key| key.first().is_some_and(|key| key == module));
            assert!(is_there, "{folder} has no module {module}");
        }
    }
}

#[test]
fn imports_of_higher_floors_are_found() {
    let module = |name: &str| -> Module { name.split("::").map(String::from).collect() };
    let imports = [
        ("low", vec!["high::part"]),
        ("high::part", vec!["low", "high"]),
        ("high", vec![]),
        ("beside", vec!["low::part", "high"]),
        ("lost", vec!["low"]),
    ];
    let imports = imports.map(|(from, to)| (module(from), to.into_iter().map(module).collect()));
    let (faults, count) = faults(&imports.into_iter().collect(), &["low", "beside high"]);
    let expected = ["beside imports high", "lost is on no floor", "low imports high::part"];
    assert_eq!((faults, count), (expected.map(String::from).to_vec(), 4));
}

#[test]
fn a_circle_is_found_and_named() {
    let module = |name: &str| vec![name.to_owned()];
    let imports = [("a", vec!["b"]), ("b", vec!["c", "d"]), ("c", vec!["a"]), ("d", vec![])];
    let imports = imports.map(|(from, to)| (module(from), to.into_iter().map(module).collect()));
    let way = circle(&imports.into_iter().collect()).expect("there is one");
    assert_eq!(way, ["a", "b", "c", "a"].map(module));
}

#[test]
fn circles_are_found_in_sources() {
    let circle_of = |files: &[(&str, &str)]| -> Option<BTreeSet<String>> {
        let module = |name: &str| name.split_terminator('/').map(String::from).collect();
        let files = files.iter().map(|(name, source)| (module(name), (*source).to_owned()));
        let way = circle(&Crate::of(files.collect()).imports())?;
        Some(way.iter().map(name).collect())
    };
    let set = |names: &[&str]| Some(names.iter().copied().map(String::from).collect());
    let direct =
        [("a", "use crate::b::{self, Thing};"), ("b", "use std::fs;\nuse super::a::Other;\n")];
    assert_eq!(circle_of(&direct), set(&["a", "b"]));
    let re_exported = [
        ("", "mod a;\nmod b;\npub use b::Thing;\npub use a::Other;\n"),
        ("a", "use crate::{Other, Thing};"),
        ("b", "use crate::c::deep::Last;"),
        ("c", "mod deep;\npub use self::deep::Last;"),
        ("c/deep", "use crate::Other;"),
    ];
    assert_eq!(circle_of(&re_exported), set(&["a", "b", "c::deep"]));
    let tests_only = [
        ("a", "use crate::b::Thing;"),
        ("b", "// use crate::a::Other;\n#[cfg(test)]\nmod tests {\n    use crate::a::Other;\n}"),
    ];
    assert_eq!(circle_of(&tests_only), None);
}
