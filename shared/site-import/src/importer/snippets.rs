//! Imports the code snippets of a host that has them.

use serde_json::Value;
use site_store::{ImportLedger, ImportRecord};

use super::Importer;
use crate::error::{ImportError, in_words};
use crate::map;

/// The namespace of snippets, the same at all hosts.
const NAMESPACE: &str = "code-snippets/v1";

/// The route of snippets.
const ROUTE: &str = "snippets";

impl Importer<'_> {
    /// Imports the snippets with their state: what takes effect there takes effect here.
    pub(super) async fn snippets(&mut self, ledger: &mut ImportLedger) -> Result<(), ImportError> {
        let Some(reader) = self.reader.in_namespace(NAMESPACE) else {
            return Ok(());
        };
        let items = match reader.route(ROUTE, &[]).await {
            Ok(Value::Array(items)) => items,
            Ok(_) => {
                let cause = "the host's answer is not a list";
                self.report.leave_out(ROUTE, None, cause);
                return Ok(());
            }
            Err(error) => {
                self.report.leave_out(ROUTE, None, in_words(&error));
                return Ok(());
            }
        };
        let idle = items.iter().filter(|item| map::snippet::is_idle(item));
        let idle = idle.count();
        if idle > 0 {
            self.report.hints.push(format!(
                "{idle} active code snippets of the host have no effect here: this site runs no PHP and has no administration pages"
            ));
        }
        self.import_items(ledger, ROUTE, items, |item| {
            let mapped = map::snippet::map(item)?;
            Ok(mapped.map(|snippet| ImportRecord::Snippet(Box::new(snippet))))
        })
        .await
    }
}
