//! Comments wrap at 100 columns, which rustfmt does not do on stable Rust.

use std::fs;
use std::path::{Path, PathBuf};

/// The longest line of a comment, in characters.
const WIDTH: usize = 100;
/// Folders without sources of the project.
const LEFT_OUT: [&str; 3] = ["target", "node_modules", ".git"];

/// Adds the Rust files of a folder and of its subfolders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !LEFT_OUT.contains(&name.as_str()) && !name.starts_with('.') {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns the numbers of the lines whose comments are too wide. Examples of code do not count, nor
/// single words that are too long.
fn too_wide(text: &str) -> Vec<usize> {
    let mut is_example = false;
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_example = false;
            continue;
        };
        let words = comment.trim_start_matches(['/', '!']).trim_start();
        is_example ^= words.starts_with("```");
        if !is_example && words.contains(' ') && line.chars().count() > WIDTH {
            found.push(number);
        }
    }
    found
}

#[test]
fn comments_wrap_at_100_columns() {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    assert!(files.len() > 300, "{} files of sources", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        faults.extend(too_wide(&text).iter().map(|line| format!("{}:{line}", file.display())));
    }
    assert!(faults.is_empty(), "comments wider than {WIDTH} columns:\n{}", faults.join("\n"));
}

#[test]
fn wide_comments_are_found() {
    let wide = format!("    /// {}", "word ".repeat(20));
    assert_eq!(too_wide(&format!("fn f() {{}}\n{wide}\n")), [2]);
    assert_eq!(too_wide(&format!("/// ```\n{wide}\n/// ```\n{wide}\n")), [4]);
    assert_eq!(too_wide(&format!("/// <{}>\n", "x".repeat(120))), [0; 0]);
}
