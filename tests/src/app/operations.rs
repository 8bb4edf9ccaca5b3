//! The operations of the API's description.

use platform_testkit::Operation;

use super::TestApp;

impl TestApp {
    /// All operations, in the order of the description.
    pub fn operations(&self) -> Vec<Operation> {
        Operation::all(&self.description)
    }
}
