//! Writes of code snippets.

use domain::direction;
use std::sync::Arc;

use domain::site::SnippetScope;

use super::{Plan, WriteContext};
use crate::error::{Refusal, StoreError};
use crate::log::Change;
use crate::snippet::{CodeCheck, Snippet, SnippetChange, examples};
use crate::store::SiteStore;

impl SiteStore {
    /// Creates the example snippets of a new site, unless the site ever had snippets. May run at every start, also
    /// concurrently.
    pub async fn seed_snippets(&self) -> Result<(), StoreError> {
        self.catch_up().await?;
        self.commit(&[], |context| {
            let mut plan = Plan::default();
            if context.model.next_snippet() > 1 {
                return Ok((plan, ()));
            }
            for (id, example) in (1..).zip(examples()) {
                let snippet = Snippet::new(id);
                let snippet = changed(context, snippet, &example, &|one, _| one.error_of_scope());
                plan.change(Change::Snippet(Box::new(snippet)));
            }
            Ok((plan, ()))
        })
        .await
    }

    /// Creates a snippet. One whose code `check` refuses is stored inactive.
    pub async fn create_snippet(
        &self,
        change: &SnippetChange,
        check: CodeCheck<'_>,
    ) -> Result<Arc<Snippet>, StoreError> {
        self.write_snippet(|context| {
            let new = Snippet::new(context.model.next_snippet());
            Ok(changed(context, new, change, check))
        })
        .await
    }

    /// Replaces a snippet: members that the change lacks get their defaults.
    pub async fn replace_snippet(
        &self,
        id: u64,
        change: &SnippetChange,
        check: CodeCheck<'_>,
    ) -> Result<Arc<Snippet>, StoreError> {
        self.write_snippet(|context| {
            let current = known(context, id)?;
            let blank = Snippet {
                revision: current.revision,
                ..Snippet::new(id)
            };
            Ok(changed(context, blank, change, check))
        })
        .await
    }

    /// Updates a snippet. An active one whose code `check` refuses becomes inactive.
    pub async fn update_snippet(
        &self,
        id: u64,
        change: &SnippetChange,
        check: CodeCheck<'_>,
    ) -> Result<Arc<Snippet>, StoreError> {
        self.write_snippet(|context| {
            let current = (*known(context, id)?).clone();
            Ok(changed(context, current, change, check))
        })
        .await
    }

    /// Activates or deactivates a snippet, whatever its code, and returns it; its modification time stays. A snippet that
    /// runs once is never active afterwards.
    ///
    /// # Errors
    /// [`Refusal::SnippetInState`] when it has that state already.
    pub async fn switch_snippet(&self, id: u64, active: bool) -> Result<Arc<Snippet>, StoreError> {
        self.write_snippet(|context| {
            let mut snippet = (*known(context, id)?).clone();
            if snippet.active == active {
                return Err(Refusal::SnippetInState.into());
            }
            snippet.active = active && snippet.scope != SnippetScope::SingleUse;
            Ok(snippet)
        })
        .await
    }

    /// Deletes a snippet and returns it.
    pub async fn delete_snippet(&self, id: u64) -> Result<Arc<Snippet>, StoreError> {
        self.commit(&[], |context| {
            let current = known(context, id)?;
            let mut plan = Plan::default();
            plan.change(Change::SnippetGone { id });
            Ok((plan, current))
        })
        .await
    }

    async fn write_snippet<F>(&self, decide: F) -> Result<Arc<Snippet>, StoreError>
    where
        F: Fn(&WriteContext<'_>) -> Result<Snippet, StoreError> + Send + Sync,
    {
        self.commit(&[], |context| {
            let snippet = decide(context)?;
            let written = Arc::new(snippet.clone());
            let mut plan = Plan::default();
            let is_same = context.model.snippet(snippet.id).as_deref() == Some(&snippet);
            if !is_same {
                plan.change(Change::Snippet(Box::new(snippet)));
            }
            Ok((plan, written))
        })
        .await
    }
}

fn known(context: &WriteContext<'_>, id: u64) -> Result<Arc<Snippet>, StoreError> {
    Ok(context.model.snippet(id).ok_or(Refusal::Unknown)?)
}

/// `snippet` after a change, with the server's own members.
fn changed(
    context: &WriteContext<'_>,
    mut snippet: Snippet,
    change: &SnippetChange,
    check: CodeCheck<'_>,
) -> Snippet {
    snippet.apply(change);
    snippet.name = direction::without_written_controls(&snippet.name).into_owned();
    let others: Vec<&Snippet> = context
        .model
        .snippets()
        .map(|other| &**other)
        .filter(|other| other.id != snippet.id)
        .collect();
    snippet.code_error = check(&snippet, &others);
    snippet.active = snippet.active && snippet.is_sound();
    snippet.modified = context.now;
    snippet.revision += 1;
    snippet
}
