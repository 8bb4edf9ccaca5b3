//! Checks before the first import whether a site with content of its own has identifiers of the source.

use std::pin::pin;

use domain::site::{Kind, Taxonomy};
use futures_util::StreamExt;
use serde_json::Value;
use site_store::{ImportFamily, ImportLedger};

use super::Importer;
use crate::collections::{self, Collection};
use crate::error::ImportError;
use crate::map;

impl Importer<'_> {
    /// Rejects the import when any identifier of the source is taken by the site's own content.
    pub(super) async fn check_conflicts(
        &mut self,
        ledger: &ImportLedger,
        users: &[Value],
    ) -> Result<(), ImportError> {
        let mut held = Vec::new();
        for user in users {
            let Some(id) = map::id(user) else { continue };
            let login = user.get("username").and_then(Value::as_str);
            let is_same = self.store.user(id).is_some_and(|here| {
                login.is_some_and(|login| login.to_lowercase() == here.login.to_lowercase())
            });
            if let Some(holder) = self.store.holder(ledger, ImportFamily::User, id)?
                && !is_same
            {
                held.push(("users".to_owned(), id, holder));
            }
        }
        let mut all: Vec<(ImportFamily, Collection)> = Vec::new();
        for taxonomy in Taxonomy::ALL {
            let terms = collections::terms(taxonomy, &self.reader.source);
            all.push((ImportFamily::Term, terms));
        }
        for kind in Kind::ALL {
            all.push((
                ImportFamily::Content,
                collections::content(kind, &self.reader.source),
            ));
        }
        all.extend(collections::comments().map(|one| (ImportFamily::Comment, one)));
        for (family, collection) in all {
            // One conflict suffices to reject the import.
            if !held.is_empty() {
                break;
            }
            let reader = self.reader.clone();
            let ids = collection.ids_only();
            let Ok((_, parts)) = reader.parts(&ids).await else {
                continue;
            };
            let mut parts = pin!(parts);
            while let Some(part) = parts.next().await {
                for id in part.items.iter().filter_map(map::id) {
                    if let Some(holder) = self.store.holder(ledger, family, id)? {
                        held.push((collection.route.to_string(), id, holder));
                    }
                }
            }
        }
        let count = held.len();
        match held.into_iter().next() {
            None => Ok(()),
            Some((route, id, holder)) => Err(ImportError::IdsTaken {
                count,
                route,
                id,
                holder,
            }),
        }
    }
}
