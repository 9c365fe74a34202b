//! How much memory the machine or the cgroup has, and how much this process takes.

use std::fs;
use std::path::{Path, PathBuf};

/// The available memory in bytes, where the system does not tell: that of a small machine.
const FALLBACK: u64 = 4 << 30;

/// Returns the budget of a run in bytes: `wish`, but at most the available memory. Without a wish it is 80 % of that memory.
pub(crate) fn budget(wish: Option<u64>) -> u64 {
    let available = available();
    match wish {
        Some(wish) => wish.min(available.unwrap_or(u64::MAX)),
        None => available.unwrap_or(FALLBACK) / 5 * 4,
    }
}

/// What the machine, the cgroup or the shell's `ulimit -v` leaves to this process, whichever is least; known on Linux
/// only.
fn available() -> Option<u64> {
    cgroup_limits().into_iter().chain(machine()).chain(address_space()).min()
}

/// The resident size of this process in bytes, where the system tells.
pub(super) fn resident() -> Option<u64> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem as u64)
}

fn machine() -> Option<u64> {
    kibibytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

/// The value behind a name in the format of `/proc`: `MemTotal:   24000000 kB`.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// What the soft limit leaves beside what is never filled: stacks, and what the allocator keeps in reserve for each
/// thread. The text has the format of `/proc/self/limits`: `Max address space  8192000000  unlimited  bytes`.
fn address_space() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|bytes| bytes / 2)
}

/// The memory limits of the process's cgroup and of all those around it.
fn cgroup_limits() -> Vec<u64> {
    let membership = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let files = membership.lines().flat_map(limit_files);
    files.filter_map(|file| fs::read_to_string(file).ok()).filter_map(|text| limit(&text)).collect()
}

/// The files that may hold a limit for a line of `/proc/self/cgroup`, such as `0::/jobs/17` (version 2) or
/// `4:memory:/jobs/17` (version 1). In a container the path may lead nowhere, but the mount's root is the container's.
fn limit_files(membership: &str) -> Vec<PathBuf> {
    let mut parts = membership.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { return Vec::new() };
    let (root, file) = match controllers {
        "" => (Path::new("/sys/fs/cgroup"), "memory.max"),
        _ if controllers.split(',').any(|name| name == "memory") => {
            (Path::new("/sys/fs/cgroup/memory"), "memory.limit_in_bytes")
        }
        _ => return Vec::new(),
    };
    let group = root.join(path.trim_start_matches('/'));
    group.ancestors().take_while(|group| group.starts_with(root)).map(|group| group.join(file)).collect()
}

/// `max` means that there is no limit, and so does version 1's number near 2^63.
fn limit(text: &str) -> Option<u64> {
    text.trim().parse().ok().filter(|&limit| limit < 1 << 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proc_format() {
        let text = "MemFree:  7 kB\nMemTotal:       24000000 kB\n";
        assert_eq!(kibibytes(text, "MemTotal:"), Some(24_576_000_000));
        assert_eq!(kibibytes(text, "MemAvailable:"), None);
    }

    #[test]
    fn cgroup_files() {
        let files = |line| limit_files(line).iter().map(|file| file.display().to_string()).collect::<Vec<_>>();
        assert_eq!(
            files("0::/a/b"),
            ["/sys/fs/cgroup/a/b/memory.max", "/sys/fs/cgroup/a/memory.max", "/sys/fs/cgroup/memory.max"]
        );
        assert_eq!(files("4:cpu,memory:/"), ["/sys/fs/cgroup/memory/memory.limit_in_bytes"]);
        assert!(files("3:cpuset:/a").is_empty());
        assert!(files("nonsense").is_empty());
    }

    #[test]
    fn cgroup_numbers() {
        assert_eq!(limit("1073741824\n"), Some(1 << 30));
        assert_eq!(limit("max\n"), None);
        assert_eq!(limit("9223372036854771712\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_machine() {
        assert!(resident().is_some_and(|bytes| bytes > 100_000));
        assert!(budget(None) > resident().unwrap_or(0));
        assert_eq!(budget(Some(1)), 1);
        assert!(budget(Some(u64::MAX)) > budget(None));
    }
}
