//! Writes of the global styles of a site.

use std::sync::Arc;

use domain::site::Kind;

use super::{Plan, compose};
use crate::change::{ContentChange, Guard};
use crate::content::Content;
use crate::error::{Refusal, StoreError};
use crate::store::SiteStore;

/// Identifier of the global styles of every site. It is outside the sequence of items, so that links can name the styles
/// before anyone has changed them, and the largest that JSON numbers represent exactly in every language.
pub const GLOBAL_STYLES: u64 = (1 << 53) - 1;

impl SiteStore {
    /// The global styles; none while they are unchanged.
    ///
    /// # Errors
    /// The store fails.
    pub async fn global_styles(&self) -> Result<Option<Arc<Content>>, StoreError> {
        self.get(GLOBAL_STYLES).await
    }

    /// Changes the global styles by what `derive` makes of those that are stored, which may be called several times. The first
    /// change stores them, with its editor as their author.
    ///
    /// # Errors
    /// The guard or `derive` refuses, or the store fails.
    pub async fn change_global_styles(
        &self,
        guard: Guard<'_>,
        derive: impl Fn(Option<&Content>) -> Result<ContentChange, Refusal> + Send + Sync,
    ) -> Result<Arc<Content>, StoreError> {
        self.commit(&[GLOBAL_STYLES], |context| {
            let current = context.loaded.first().and_then(Option::as_deref);
            if current.is_some_and(|current| !guard(current)) {
                return Err(Refusal::NotAllowed.into());
            }
            let change = derive(current)?;
            let content = match current {
                Some(current) => compose::updated(context, current, &change)?,
                None => Content {
                    id: GLOBAL_STYLES,
                    ..compose::created(context, Kind::GlobalStyles, change.editor, &change)?
                },
            };
            let mut plan = Plan::default();
            plan.revise(context, &content, change.editor);
            self.plan_content(&mut plan, current, content)?;
            Ok((plan, ()))
        })
        .await?;
        self.stored(GLOBAL_STYLES).await
    }
}
