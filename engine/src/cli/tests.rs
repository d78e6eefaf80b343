//! The words of all commands together.

use std::collections::BTreeMap;

use clap::error::ErrorKind;

use super::*;

/// Returns all commands and their actions, each with its name.
fn commands() -> Vec<(String, clap::Command)> {
    fn add(prefix: &str, command: &clap::Command, all: &mut Vec<(String, clap::Command)>) {
        for child in command.get_subcommands() {
            let name = format!("{prefix} {}", child.get_name());
            add(&name, child, all);
            all.push((name, child.clone()));
        }
    }
    let mut all = Vec::new();
    add("rotunda", &Cli::command(), &mut all);
    all
}

/// The words of a line of a shell without variables.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
            letter => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_grammar_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn examples_are_right() {
    let mut checked = 0;
    let texts = commands().into_iter();
    for (name, command) in texts.chain([("rotunda".to_owned(), Cli::command())]) {
        let Some(help) = command.get_after_help() else { continue };
        let help = help.to_string();
        assert!(help.starts_with("Examples:\n"), "{name}");
        for line in help.lines().filter(|line| line.starts_with("  rotunda")) {
            // The explanation of a line is a column of its own, after many blanks.
            let line = line.trim().split("   ").next().unwrap_or_default();
            let line = line.split(" > ").next().unwrap_or_default();
            // A game of a file is not known here.
            let line = line.replace("--variant mine", "");
            if let Err(error) = Cli::try_parse_from(words(&line)) {
                panic!("{name}: {line}: {error}");
            }
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked} examples");
}

#[test]
fn every_option_has_help_and_a_name_for_its_value() {
    for (name, command) in commands() {
        assert!(command.get_about().is_some(), "{name} has no help");
        for arg in command.get_arguments().filter(|arg| arg.get_id() != "help") {
            let id = arg.get_id();
            assert!(arg.get_help().is_some(), "{name}: {id} has no help");
            let takes_value = arg.get_num_args().is_some_and(|range| range.takes_values())
                && !arg.is_positional();
            let is_named = arg.get_value_names().is_some_and(|names| {
                names.iter().all(|name| name.as_str() != id.as_str().to_uppercase())
            });
            let has_choices = !arg.get_possible_values().is_empty();
            assert!(!takes_value || is_named || has_choices, "{name}: {id} takes what?");
        }
    }
}

/// Checks that options of one name mean one thing. Some results take a folder, most a file.
#[test]
fn options_of_one_name_take_one_kind_of_value() {
    let mut kinds: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (name, command) in commands() {
        for arg in command.get_opts().filter(|arg| arg.get_id() != "help") {
            let value = arg.get_value_names().unwrap_or_default().join(" ").replace("DIR", "FILE");
            let long = arg.get_long().expect("a long option").to_owned();
            kinds.entry(long).or_default().insert(value, name.clone());
        }
    }
    assert!(kinds.len() > 50, "{}", kinds.len());
    kinds.retain(|_, kinds| kinds.len() > 1);
    assert!(kinds.is_empty(), "{kinds:#?}");
}

#[test]
fn old_words_are_read_with_new_ones_in_their_place() {
    for line in [
        "rotunda --variants none.toml variants",
        "rotunda board --from black",
        "rotunda serve --games kept",
        "rotunda match --engine cmd=a nodes=1 --engine cmd=b nodes=1 --games 2 --json -",
        "rotunda match report a --json b",
        "rotunda datagen --variant chess --nodes 5 --positions 5 --seed 1 --out data --opening 4-6",
        "rotunda datagen --nodes 5 --positions 5 --out data --net derived",
        "rotunda data data --verdicts 5 --nodes 100 --seed 3",
        "rotunda train --check a.net --seed 3",
        "rotunda train --judge chess.epd --net a.net --nodes 400",
    ] {
        let line = words(line).into_iter().map(Into::into);
        let words = Words::of(line);
        assert!(!words.old.is_empty());
        if let Err(error) = Cli::try_parse_from(&words.words) {
            panic!("{:?}: {error}", words.words);
        }
    }
}

#[test]
fn every_old_word_is_none_of_its_command_any_more() {
    for Renamed { command, old, .. } in RENAMED {
        let old = old.trim_start_matches("--");
        for (name, found) in commands() {
            if command.is_none_or(|command| name == format!("rotunda {command}")) {
                let longs: Vec<_> = found.get_opts().filter_map(|arg| arg.get_long()).collect();
                assert!(!longs.contains(&old), "{name} --{old}");
            }
        }
    }
}

#[test]
fn nothing_asked_for_is_bad_usage() {
    let kind = |line: &str| Cli::try_parse_from(words(line)).expect_err(line).kind();
    assert_eq!(kind("rotunda perft"), ErrorKind::MissingRequiredArgument);
    assert_eq!(kind("rotunda analyse a.epd"), ErrorKind::MissingRequiredArgument);
    assert_eq!(kind("rotunda describe"), ErrorKind::MissingRequiredArgument);
    assert_eq!(kind("rotunda perft --suite a --depth 3"), ErrorKind::ArgumentConflict);
    assert_eq!(kind("rotunda play --variant gess"), ErrorKind::ValueValidation);
}

#[test]
fn shells_complete_commands_options_and_variants() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let cli = Cli::try_parse_from(["rotunda", "completions", shell]).expect("a shell");
        let Some(Task::Completions(args)) = cli.task else { panic!("{shell}") };
        let mut script = Vec::new();
        args.run(Cli::command(), &mut script).expect("there is room");
        let script = String::from_utf8(script).expect("text");
        // The scripts of the last two know no values.
        let knows_values = !["powershell", "elvish"].contains(&shell);
        for word in
            ["analyse", "soft-nodes"].into_iter().chain(knows_values.then_some("rollerball"))
        {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("man");
    let words = ["rotunda".as_ref(), "man".as_ref(), path.as_os_str()];
    let Some(Task::Man(args)) = Cli::try_parse_from(words).expect("a folder").task else {
        panic!("no pages")
    };
    args.run(Cli::command()).expect("there is room");
    let page = |name: &str| std::fs::read_to_string(path.join(name)).expect(name);
    assert!(page("rotunda.1").contains("analyse"));
    for (name, command) in commands().into_iter().filter(|(_, command)| !command.is_hide_set()) {
        let name = name.replace(' ', "-");
        let text = page(&format!("{name}.1"));
        assert!(text.contains("Examples:") || command.get_after_help().is_none(), "{name}");
    }
    assert!(
        page("rotunda-match.1").contains("ADJUDICATION")
            || page("rotunda-match.1").contains("Adjudication")
    );
}

#[test]
fn the_documents_list_every_old_word() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/commands.md");
    let text = std::fs::read_to_string(path).expect("the page about the command line");
    let rows: Vec<&str> = text.lines().skip_while(|line| *line != "| old | new |").collect();
    let rows: Vec<&str> = rows.into_iter().skip(2).take_while(|line| !line.is_empty()).collect();
    assert_eq!(rows.len(), RENAMED.len());
    for (row, Renamed { command, old, new }) in rows.iter().zip(RENAMED) {
        let (before, after) = row.split_once(" | ").expect("two columns");
        let prefix = command.map(|command| format!("{command} ")).unwrap_or_default();
        assert!(before.starts_with(&format!("| `{prefix}")) && before.contains(old), "{row}");
        let is_named = new.split(' ').all(|word| after.contains(word));
        assert!(after.starts_with(&format!("`{prefix}")) && is_named, "{row}");
    }
}
