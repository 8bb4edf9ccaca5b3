//! Counts operations and consumed capacity units, as reported by the store.

use std::collections::BTreeMap;
use std::sync::Mutex;

/// Consumption since the previous [`Meter::take`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Usage {
    /// Number of operations by name, such as `GetItem`.
    pub operations: BTreeMap<&'static str, u64>,
    /// Consumed read capacity units.
    pub read_units: f64,
    /// Consumed write capacity units.
    pub write_units: f64,
}

impl Usage {
    /// Number of all operations.
    pub fn total(&self) -> u64 {
        self.operations.values().sum()
    }
}

/// Counter of operations and capacity, shared by all clones of a table.
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

    /// Returns the consumption since the previous call and resets it.
    pub fn take(&self) -> Usage {
        std::mem::take(
            &mut *self
                .0
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
        )
    }
}
