//! Words of a site, which the check of spelling accepts: one record for each site.

use domain::platform::id::SiteId;
use items::{Condition, Entry, ItemsError, Write, none_on_conflict, retry_on_conflict};
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::sites::{site_key, words_key};

/// Most words of a site.
pub const SITE_WORDS: usize = 2_000;

/// What became of a word that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedWord {
    /// It is one of the words now.
    New,
    /// It was one of them.
    Known,
    /// The site has [`SITE_WORDS`] others.
    TooMany,
}

/// Stored form.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct StoredWords {
    revision: u64,
    /// In ascending order.
    words: Vec<String>,
}

impl PlatformStore {
    /// The words of a site, in ascending order.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn site_words(&self, site: SiteId) -> Result<Vec<String>, ItemsError> {
        let stored: Option<StoredWords> = self.table.get(&words_key(site)).await?;
        Ok(stored.unwrap_or_default().words)
    }

    /// Adds `word` to the words of a site.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when the site does not exist.
    pub async fn add_site_word(&self, site: SiteId, word: &str) -> Result<AddedWord, ItemsError> {
        self.change_words(site, |words| {
            let Err(place) = words.binary_search_by(|one| one.as_str().cmp(word)) else {
                return (AddedWord::Known, Change::None);
            };
            if words.len() >= SITE_WORDS {
                return (AddedWord::TooMany, Change::None);
            }
            words.insert(place, word.to_owned());
            (AddedWord::New, Change::Write)
        })
        .await
    }

    /// Removes `word` from the words of a site. Returns whether it was one of them.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when the site does not exist.
    pub async fn remove_site_word(&self, site: SiteId, word: &str) -> Result<bool, ItemsError> {
        self.change_words(site, |words| {
            match words.binary_search_by(|one| one.as_str().cmp(word)) {
                Ok(place) => {
                    words.remove(place);
                    (true, Change::Write)
                }
                Err(_) => (false, Change::None),
            }
        })
        .await
    }

    async fn change_words<T>(
        &self,
        site: SiteId,
        change: impl Fn(&mut Vec<String>) -> (T, Change),
    ) -> Result<T, ItemsError> {
        let change = &change;
        retry_on_conflict(|| async move {
            let stored: Option<StoredWords> = self.table.get(&words_key(site)).await?;
            let condition = stored.as_ref().map_or(Condition::Absent, |stored| {
                Condition::Revision(stored.revision)
            });
            let mut after = stored.unwrap_or_default();
            let (outcome, change) = change(&mut after.words);
            if change == Change::None {
                return Ok(Some(outcome));
            }
            after.revision += 1;
            let entry = Entry::new(words_key(site), &after)?.revision(after.revision);
            let writes = vec![
                Write::Put(entry, condition),
                Write::Check(site_key(site), Condition::Present),
            ];
            match self.table.transact(writes).await {
                Err(error) if error.failed_at(1) => Err(error),
                written => Ok(none_on_conflict(written)?.map(|()| outcome)),
            }
        })
        .await
    }
}

/// Whether the words of a site changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    Write,
}
