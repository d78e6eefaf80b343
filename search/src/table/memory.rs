//! The memory that is free for this process: the machine's, or less if a control group has a limit.

use std::fs;
use std::path::{Path, PathBuf};

/// The directory in which Linux shows the control groups.
const GROUPS: &str = "/sys/fs/cgroup";
/// The groups of this process, a line each: `0::/path`, or `4:memory:/path` in version 1.
const OWN_GROUPS: &str = "/proc/self/cgroup";

/// Returns the bytes that this process may still use without being killed.
pub(crate) fn free() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let own = fs::read_to_string(OWN_GROUPS).unwrap_or_default();
    within_groups(system.available_memory(), &own, Path::new(GROUPS))
}

/// Returns the free bytes of a machine, limited by the process's control group and all groups
/// around it.
fn within_groups(machine: u64, own_groups: &str, root: &Path) -> u64 {
    let groups = own_groups.lines().flat_map(|line| group_directories(line, root));
    groups.filter_map(|directory| left(&directory)).fold(machine, u64::min)
}

/// Returns the directories of a line's group and of all groups around it, if the group limits
/// memory.
fn group_directories(line: &str, root: &Path) -> Vec<PathBuf> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { return vec![] };
    let base = match controllers {
        "" => root.to_path_buf(),
        _ if controllers.split(',').any(|name| name == "memory") => root.join("memory"),
        _ => return vec![],
    };
    // In a container the path may be the one outside. Then the root is the container's own group.
    let group = base.join(path.trim_start_matches('/'));
    let around = group.ancestors().take_while(|directory| directory.starts_with(&base));
    around.map(Path::to_path_buf).collect()
}

/// Returns the bytes that a group may still use; `None` if it has no limit.
///
/// The kernel counts the page cache as used, but can free it, so it does not count here.
fn left(directory: &Path) -> Option<u64> {
    let number = |file: &str| -> Option<u64> {
        fs::read_to_string(directory.join(file)).ok()?.trim().parse().ok()
    };
    let limit = number("memory.max").or_else(|| number("memory.limit_in_bytes"))?;
    let statistics = fs::read_to_string(directory.join("memory.stat")).unwrap_or_default();
    let entry = |name: &str| {
        let mut words = statistics.lines().filter_map(|line| line.split_once(' '));
        words.find(|(key, _)| *key == name).and_then(|(_, bytes)| bytes.parse().ok())
    };
    let used = entry("anon").or_else(|| entry("total_rss")).unwrap_or(0);
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of control groups, removed at the end.
    struct Groups(PathBuf);

    impl Groups {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let root = std::env::temp_dir().join(format!("rotunda-{name}-{}", std::process::id()));
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
                fs::write(path, text).expect("a file");
            }
            Self(root)
        }
    }

    impl Drop for Groups {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_tightest_group_counts() {
        let groups = Groups::new(
            "groups",
            &[
                ("memory.stat", "anon 1"),
                ("slice/memory.max", "5000\n"),
                ("slice/memory.stat", "file 900\nanon 600\n"),
                ("slice/scope/memory.max", "max\n"),
            ],
        );
        let free = |machine, own: &str| within_groups(machine, own, &groups.0);
        assert_eq!(free(9000, "0::/slice/scope\n"), 4400);
        assert_eq!(free(4000, "0::/slice/scope\n"), 4000);
        assert_eq!(free(9000, "0::/elsewhere\n"), 9000);
        assert_eq!(free(9000, ""), 9000);
    }

    #[test]
    fn the_first_version_has_a_hierarchy_of_its_own() {
        let groups = Groups::new(
            "groups-v1",
            &[
                ("memory/box/memory.limit_in_bytes", "8000"),
                ("memory/box/memory.stat", "cache 5000\ntotal_rss 1000"),
                ("memory/memory.limit_in_bytes", "9223372036854771712"),
            ],
        );
        let own = "5:cpu,cpuacct:/box\n4:memory:/box\n";
        assert_eq!(within_groups(20_000, own, &groups.0), 7000);
        assert_eq!(within_groups(20_000, "4:cpu:/box\n", &groups.0), 20_000);
    }

    #[test]
    fn some_memory_is_free_here() {
        assert!(free() > 0);
    }
}
