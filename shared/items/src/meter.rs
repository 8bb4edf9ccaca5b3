//! What a table costs: operations and capacity units, from the store's own accounting.

use std::collections::BTreeMap;
use std::sync::Mutex;

/// What was used since the last look.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Usage {
    /// Operations by name, such as `GetItem`.
    pub operations: BTreeMap<&'static str, u64>,
    /// Capacity units of reads.
    pub read_units: f64,
    /// Capacity units of writes.
    pub write_units: f64,
}

impl Usage {
    /// All operations together.
    pub fn total(&self) -> u64 {
        self.operations.values().sum()
    }
}

/// Counts operations; shared by all clones of a table.
#[derive(Debug, Default)]
pub struct Meter(Mutex<Usage>);

impl Meter {
    pub(crate) fn read(&self, operation: &'static str, units: f64) {
        self.count(operation, units, 0.0);
    }

    pub(crate) fn write(&self, operation: &'static str, units: f64) {
        self.count(operation, 0.0, units);
    }

    fn count(&self, operation: &'static str, read_units: f64, write_units: f64) {
        let mut usage = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *usage.operations.entry(operation).or_default() += 1;
        usage.read_units += read_units;
        usage.write_units += write_units;
    }

    /// What was used since the last call.
    pub fn take(&self) -> Usage {
        std::mem::take(
            &mut *self
                .0
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
        )
    }
}
