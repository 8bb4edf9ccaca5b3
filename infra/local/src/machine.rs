//! What the machine, or the container, has for this process.

use sysinfo::{
    MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System, get_current_pid,
};

/// The memory that this process may use, in bytes: that of the machine, or of its control group when it is less. `None` when the
/// system does not tell.
pub fn memory() -> Option<u64> {
    let ram = MemoryRefreshKind::nothing().with_ram();
    let mut system = System::new_with_specifics(RefreshKind::nothing().with_memory(ram)).ok()?;
    let limit = get_current_pid().ok().and_then(|process| {
        let (one, nothing) = ([process], ProcessRefreshKind::nothing());
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&one), false, nothing);
        system.process(process)?.cgroup_limits()
    });
    let machine = system.total_memory();
    Some(limit.map_or(machine, |limit| limit.total_memory.min(machine)))
}

/// Raises the number of files and connections that this process may have open to `wanted`, as far as the system allows, and
/// returns it. `None` when the system does not tell.
pub fn open_files(wanted: u64) -> Option<u64> {
    rlimit::increase_nofile_limit(wanted).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_known() {
        let memory = memory();
        assert!(memory > Some(64 * 1024 * 1024), "{memory:?}");
    }
}
