//! Keys of the records of a generation.

use domain::platform::id::GenerationId;
use items::Key;

/// Partition of a generation's records.
pub(crate) fn partition(id: GenerationId) -> String {
    format!("GENERATION#{id}")
}

/// Key of the record itself.
pub(crate) fn key(id: GenerationId) -> Key {
    Key::new(partition(id), "GENERATION")
}

/// Key of what is to be generated.
pub(crate) fn task_key(id: GenerationId) -> Key {
    Key::new(partition(id), "TASK")
}

/// Key of what was generated.
pub(crate) fn result_key(id: GenerationId) -> Key {
    Key::new(partition(id), "RESULT")
}
