//! No file of a crate imports one that imports it, directly or by way of others.
//!
//! A name that a module re-exports counts as an import of the file in which it stands; what the
//! root of a crate re-exports is looked up there. Tests inside the crates are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module's path from the root of its crate; empty for the root itself.
type Module = Vec<String>;

/// The folders of the crates' sources.
const CRATES: [&str; 7] = [
    "movegen/src",
    "search/src",
    "training/src",
    "protocol/src",
    "engine/src",
    "engine/arena/src",
    "engine/board/src",
];
/// Re-exports that are followed, one after the other.
const MAX_STEPS: usize = 8;

/// The sources of a crate by module, without comments and tests.
fn modules(folder: &Path, base: &[String]) -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let mut module = base.to_vec();
        if ["tests", "main"].contains(&stem) {
            continue;
        }
        if !["lib", "mod"].contains(&stem) {
            module.push(stem.into());
        }
        if path.is_dir() {
            found.extend(modules(&path, &module));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.insert(module, code(&fs::read_to_string(&path).expect("text")));
        }
    }
    found
}

/// A source without comments, and without the tests at its end.
fn code(source: &str) -> String {
    let lines: Vec<&str> =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let begins_tests = |pair: &[&str]| {
        pair[0].starts_with("#[cfg(") && pair[0].contains("test") && pair[1].ends_with('{')
    };
    let end = lines.windows(2).position(begins_tests).unwrap_or(lines.len());
    lines[..end].join("\n")
}

/// The paths of a use tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((base, inner)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) else {
        return vec![tree.split(" as ").next().unwrap_or(tree).to_owned()];
    };
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for letter in inner.chars() {
        match letter {
            ',' if depth == 0 => parts.push(String::new()),
            _ => {
                depth = depth + usize::from(letter == '{') - usize::from(letter == '}');
                parts.last_mut().expect("there is one").push(letter);
            }
        }
    }
    let full = parts.iter().filter(|part| !part.trim().is_empty());
    full.flat_map(|part| paths(&format!("{base}{}", part.trim()))).collect()
}

/// The paths of the `use` declarations of a module, from the root of the crate: those that
/// re-export, or the others.
fn uses(module: &[String], source: &str, re_exports: bool) -> Vec<Module> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices("use ") {
        let line = source[..at].rsplit('\n').next().unwrap_or_default();
        let is_declaration = line.trim().is_empty() || line.trim_start().starts_with("pub");
        if !is_declaration || line.trim_start().starts_with("pub") != re_exports {
            continue;
        }
        let tree = source[at + "use ".len()..].split(';').next().unwrap_or_default();
        let texts = paths(&tree.split_whitespace().collect::<Vec<_>>().join(" "));
        found.extend(texts.iter().filter_map(|text| from_root(module, text, re_exports)));
    }
    found
}

/// A path as it is from the root of the crate, if it leads into the crate.
fn from_root(module: &[String], path: &str, relative: bool) -> Option<Module> {
    let mut words: Vec<&str> = path.split("::").map(str::trim).collect();
    let mut base = module.to_vec();
    match words[0] {
        "crate" => base.clear(),
        "self" => {}
        "super" => base.truncate(base.len().checked_sub(1)?),
        // A re-export names a child, or another crate.
        _ if relative => words.insert(0, "self"),
        _ => return None,
    }
    let mut rest = words.into_iter().skip(1).peekable();
    while rest.next_if_eq(&"super").is_some() {
        base.pop();
    }
    Some(base.into_iter().chain(rest.map(String::from)).collect())
}

/// For every module those that it imports.
fn imports(modules: &BTreeMap<Module, String>) -> BTreeMap<&Module, BTreeSet<&Module>> {
    let exported: BTreeMap<&Module, Vec<Module>> =
        modules.iter().map(|(module, source)| (module, uses(module, source, true))).collect();
    let resolve = |path: &Module| {
        let mut path = path.clone();
        for _ in 0..MAX_STEPS {
            let length =
                (0..=path.len()).rev().find(|&length| modules.contains_key(&path[..length]));
            let (module, _) = modules.get_key_value(&path[..length?])?;
            let name = path.get(module.len());
            let target =
                name.and_then(|name| exported[module].iter().find(|to| to.last() == Some(name)));
            match target {
                Some(target) if *target != path => {
                    path = target.iter().chain(&path[module.len() + 1..]).cloned().collect();
                }
                _ => return Some(module),
            }
        }
        None
    };
    let others = |module: &Module, source: &str| {
        let found = uses(module, source, false);
        let others = found.iter().filter_map(resolve).filter(|other| *other != module);
        // The root holds what is re-exported; it declares its modules and does not use them.
        others.filter(|other| !other.is_empty()).collect()
    };
    modules.iter().map(|(module, source)| (module, others(module, source))).collect()
}

/// A circle of imports that is reached from a module, if there is one.
fn circle<'a>(
    graph: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
    way: &mut Vec<&'a Module>,
    done: &mut BTreeSet<&'a Module>,
) -> Option<String> {
    let module = *way.last().expect("the way begins somewhere");
    for &next in &graph[module] {
        if let Some(place) = way.iter().position(|other| *other == next) {
            let names = way[place..].iter().chain([&next]).map(|module| module.join("::"));
            return Some(names.collect::<Vec<_>>().join(" -> "));
        }
        if done.insert(next) {
            way.push(next);
            if let found @ Some(_) = circle(graph, way, done) {
                return found;
            }
            way.pop();
        }
    }
    None
}

fn circle_in(modules: &BTreeMap<Module, String>) -> Option<String> {
    let graph = imports(modules);
    let mut done = BTreeSet::new();
    graph.keys().find_map(|module| circle(&graph, &mut vec![module], &mut done))
}

#[test]
fn no_files_import_each_other() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the repository");
    for folder in CRATES {
        let modules = modules(&root.join(folder), &[]);
        assert!(modules.len() > 3, "{folder} has sources");
        let edges: usize = imports(&modules).values().map(BTreeSet::len).sum();
        assert!(edges >= modules.len() / 2, "{folder}: only {edges} imports were found");
        assert_eq!(circle_in(&modules), None, "{folder}");
    }
}

#[test]
fn circles_are_found() {
    let crate_of = |files: &[(&str, &str)]| -> BTreeMap<Module, String> {
        let module = |name: &str| name.split_terminator('/').map(String::from).collect();
        files.iter().map(|(name, source)| (module(name), code(source))).collect()
    };
    let direct = crate_of(&[
        ("a", "use crate::b::{self, Thing};"),
        ("b", "use std::fs;\nuse super::a::Other;\n"),
    ]);
    assert_eq!(circle_in(&direct).as_deref(), Some("a -> b -> a"));
    let re_exported = crate_of(&[
        ("", "mod a;\nmod b;\npub use b::Thing;\npub use a::Other;\n"),
        ("a", "use crate::{Other, Thing};"),
        ("b", "use crate::c::deep::Last;"),
        ("c", "mod deep;\npub use self::deep::Last;"),
        ("c/deep", "use crate::Other;"),
    ]);
    assert_eq!(circle_in(&re_exported).as_deref(), Some("a -> b -> c::deep -> a"));
    let tests_only = crate_of(&[
        ("a", "use crate::b::Thing;"),
        ("b", "// use crate::a::Other;\n#[cfg(test)]\nmod tests {\n    use crate::a::Other;\n}"),
    ]);
    assert_eq!(circle_in(&tests_only), None);
}
