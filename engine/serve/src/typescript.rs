//! The types of messages and descriptions as the page knows them, written from those of Rust.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::{env, fs};

use rotunda_board::Description;
use ts_rs::{Config, TS, TypeVisitor};

use crate::lessons::Lessons;
use crate::pages::VariantRow;
use crate::protocol::{Reply, Request};

const HEADER: &str = "// The messages between server and page. Made from the types of Rust by
// ROTUNDA_RECORD=1 cargo test -p rotunda-serve --lib typescript
";

/// The declarations of types and of all that they consist of, by their names.
struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        let (name, docs) = (T::ident(&self.config), T::docs().unwrap_or_default());
        let text = format!("{docs}export {}", T::decl(&self.config));
        assert_eq!(self.found.insert(name.clone(), text), None, "two types have the name {name}");
        T::visit_dependencies(self);
    }
}

/// The same declaration with each comment of one line on a line, and no examples.
fn in_short(text: &str) -> String {
    let mut short = String::new();
    for (at, part) in text.split("/**\n").enumerate() {
        let Some((comment, rest)) = part.split_once(" */").filter(|_| at > 0) else {
            short += part;
            continue;
        };
        let prose = comment.split(" *\n * ```").next().unwrap_or_default();
        let lines: Vec<&str> = prose.lines().map(|line| line.trim_start_matches(" *")).collect();
        for piece in ["/**", &lines.join("\n *"), " */", rest] {
            short += piece;
        }
    }
    short.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_has_the_types_of_the_server() {
    let mut all = Declarations {
        config: Config::new().with_large_int("number"),
        seen: HashSet::new(),
        found: BTreeMap::new(),
    };
    all.visit::<Request>();
    all.visit::<Reply<'static>>();
    all.visit::<Description>();
    all.visit::<VariantRow>();
    all.visit::<Lessons>();
    let types: Vec<String> = all.found.values().map(|text| in_short(text)).collect();
    let text = format!("{HEADER}\n{}\n", types.join("\n\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/src/types.ts");
    if env::var_os("ROTUNDA_RECORD").is_some() {
        fs::write(&path, &text).expect("writable");
    }
    let known = fs::read_to_string(&path).expect("a file of the repository");
    assert!(known == text, "page/src/types.ts: write it anew with ROTUNDA_RECORD=1");
}
