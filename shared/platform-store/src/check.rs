//! Reads all records of the platform, and compares them with each other: posts with their list and its snapshot, pictures with
//! their files, counters with what they count.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use domain::platform::id::{MediaId, PostId, SiteId, UserId};
use domain::platform::post::Post;
use items::{ItemsError, Key, Query};
use jiff::tz::TimeZone;
use ports::{BlobError, Blobs};
use serde::de::IgnoredAny;

use crate::listing::{HistoryFilter, PostRow, unavailable};
use crate::sites::{SiteScope, owned_sites_key, site_posts_key};
use crate::unnamed_pictures::FILES;
use crate::{PlatformStore, jobs, posts, users};

mod records;

/// Records that are read at once.
const RECORDS: usize = 100;
/// Rows of the list that are read at once.
const ROWS: u64 = 1000;

/// Something that a check found wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    /// The record of a post cannot be read.
    #[error("post {0}: its record is damaged")]
    Post(PostId),
    /// A post is in the list and has no record.
    #[error("post {0}: it is in the list and has no record")]
    NoPost(PostId),
    /// The list lacks a post.
    #[error("post {0}: the list lacks it")]
    Unlisted(PostId),
    /// The list shows another state of a post than its record.
    #[error("post {0}: the list shows another state than its record")]
    Listed(PostId),
    /// The snapshot of the list leads to another row than the change log.
    #[error("post {0}: the snapshot of the list differs from the change log")]
    Snapshot(PostId),
    /// A version of a post is missing.
    #[error("post {post}: its version {number} is missing")]
    NoVersion {
        /// Post.
        post: PostId,
        /// Number of the version.
        number: u64,
    },
    /// A record that belongs to a user is missing.
    #[error("user {user}: {what} missing")]
    NoUserRecord {
        /// User.
        user: UserId,
        /// Which record.
        what: &'static str,
    },
    /// A file of a picture has another length than its record says, or none.
    #[error("picture {picture}: its file {key} has {length} bytes, which is not its length")]
    Length {
        /// Picture.
        picture: MediaId,
        /// Key of the file.
        key: String,
        /// Length of the file in bytes.
        length: u64,
    },
    /// The record of a picture cannot be read.
    #[error("picture {0}: its record is damaged")]
    Picture(MediaId),
    /// A file of a picture is missing.
    #[error("picture {picture}: its file {key} is missing")]
    NoFile {
        /// Picture.
        picture: MediaId,
        /// Key of the file.
        key: String,
    },
    /// A record lacks a member, or one of its members has another form.
    #[error("the record {pk} / {sk}: it lacks a member, or one has another form")]
    Record {
        /// Partition key.
        pk: String,
        /// Sort key.
        sk: String,
    },
    /// The end of a picture's file is missing.
    #[error("picture {picture}: the end of its file {key} is missing")]
    Cut {
        /// Picture.
        picture: MediaId,
        /// Key of the file.
        key: String,
    },
    /// A file of a picture is there and cannot be read.
    #[error("picture {picture}: its file {key} cannot be read")]
    UnreadableFile {
        /// Picture.
        picture: MediaId,
        /// Key of the file.
        key: String,
    },
    /// A counter differs from what it counts.
    #[error("the counter of {what} is {counter}, and there are {there}")]
    Counter {
        /// What it counts.
        what: String,
        /// Its value.
        counter: i64,
        /// Number of what it counts.
        there: i64,
    },
}

/// A record, whether it is missing, or damaged.
enum Found<T> {
    Whole(T),
    Missing,
    Damaged,
}

fn found<T>(read: Result<Option<T>, ItemsError>) -> Result<Found<T>, ItemsError> {
    match read {
        Ok(Some(record)) => Ok(Found::Whole(record)),
        Ok(None) => Ok(Found::Missing),
        Err(ItemsError::Defect(_)) => Ok(Found::Damaged),
        Err(error) => Err(error),
    }
}

impl PlatformStore {
    /// Checks all posts, pictures and counters. Nothing is written meanwhile, or the findings may be those of two states.
    ///
    /// # Errors
    /// The table or the blob store fails.
    pub async fn check(&self, blobs: &Arc<dyn Blobs>) -> Result<Vec<Finding>, ItemsError> {
        let mut findings = Vec::new();
        let from_log = Self::new(self.table.clone()).rows().await?;
        // Rows do not depend on the zone.
        let with_snapshot =
            Self::new(self.table.clone()).with_lists(Arc::clone(blobs), TimeZone::UTC);
        let from_snapshot = with_snapshot.rows().await?;
        let ids: HashSet<&PostId> = from_log.keys().chain(from_snapshot.keys()).collect();
        let differing = ids
            .into_iter()
            .filter(|id| from_log.get(id) != from_snapshot.get(id));
        let mut differing: Vec<PostId> = differing.copied().collect();
        differing.sort_unstable();
        findings.extend(differing.into_iter().map(Finding::Snapshot));
        self.check_posts(&from_log, &mut findings).await?;
        self.check_pictures(&**blobs, &mut findings).await?;
        self.check_counters(&from_log, &mut findings).await?;
        self.check_users(&mut findings).await?;
        self.check_records(&mut findings).await?;
        Ok(findings)
    }

    /// Checks only that the files which records name are there and whole.
    ///
    /// # Errors
    /// The table or the blob store fails.
    pub async fn check_stored_files(&self, blobs: &dyn Blobs) -> Result<Vec<Finding>, ItemsError> {
        let mut findings = Vec::new();
        self.check_pictures(blobs, &mut findings).await?;
        Ok(findings)
    }

    /// All rows of the list.
    async fn rows(&self) -> Result<BTreeMap<PostId, PostRow>, ItemsError> {
        let mut rows = BTreeMap::new();
        loop {
            let filter = HistoryFilter::default();
            let part = self.post_history(&filter, rows.len() as u64, ROWS).await?;
            let is_last = part.rows.is_empty();
            rows.extend(part.rows.into_iter().map(|row| (row.id, row)));
            if is_last {
                return Ok(rows);
            }
        }
    }

    async fn check_posts(
        &self,
        rows: &BTreeMap<PostId, PostRow>,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ItemsError> {
        let last = self.table.last_id("posts").await?;
        let last = rows.keys().last().map_or(last, |id| id.0.max(last));
        for id in (1..=last).map(PostId) {
            match (found(self.post(id).await)?, rows.get(&id)) {
                (Found::Damaged, _) => findings.push(Finding::Post(id)),
                (Found::Missing, Some(_)) => findings.push(Finding::NoPost(id)),
                // A number that was given and not used.
                (Found::Missing, None) => {}
                (Found::Whole(_), None) => findings.push(Finding::Unlisted(id)),
                (Found::Whole(post), Some(row)) => {
                    self.check_versions(&post, findings).await?;
                    if PostRow::from(&post) != *row {
                        findings.push(Finding::Listed(id));
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that each version of a post is there: none is ever deleted.
    async fn check_versions(
        &self,
        post: &Post,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ItemsError> {
        let keys: Vec<Key> = (1..=post.version)
            .map(|number| posts::version_key(post.id, number))
            .collect();
        let present: HashSet<Key> = self.table.present(&keys).await?.into_iter().collect();
        let missing = (1..=post.version).zip(&keys);
        let missing = missing.filter(|(_, key)| !present.contains(key));
        findings.extend(missing.map(|(number, _)| Finding::NoVersion {
            post: post.id,
            number,
        }));
        Ok(())
    }

    async fn check_users(&self, findings: &mut Vec<Finding>) -> Result<(), ItemsError> {
        for user in self.users().await? {
            let wanted = [
                (users::credentials_key(user.id), "its credentials are"),
                (
                    users::email_claim_key(&user.email),
                    "the reservation of its e-mail address is",
                ),
            ];
            let keys = wanted.each_ref().map(|(key, _)| key.clone());
            let present = self.table.present(&keys).await?;
            let missing = wanted.into_iter().filter(|(key, _)| !present.contains(key));
            findings.extend(missing.map(|(_, what)| Finding::NoUserRecord {
                user: user.id,
                what,
            }));
        }
        Ok(())
    }

    async fn check_pictures(
        &self,
        blobs: &dyn Blobs,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ItemsError> {
        let files = blobs.list_all(FILES).await.map_err(unavailable)?;
        let files: HashMap<String, u64> = files
            .into_iter()
            .map(|object| (object.key, object.length))
            .collect();
        for id in (1..=self.table.last_id("MEDIA").await?).map(MediaId) {
            match found(self.media(id).await)? {
                Found::Missing => {}
                Found::Damaged => findings.push(Finding::Picture(id)),
                Found::Whole(media) => {
                    let original = (media.original_key, Some(media.bytes));
                    // The length of the rendition is not recorded.
                    for (key, bytes) in [original, (media.webp_key, None)] {
                        let length = files.get(&key).copied();
                        findings.extend(check_file(blobs, id, key, length, bytes).await?);
                    }
                }
            }
        }
        Ok(())
    }

    async fn check_counters(
        &self,
        rows: &BTreeMap<PostId, PostRow>,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ItemsError> {
        let jobs: Vec<IgnoredAny> = self.table.query(&Query::listed("JOBS")).await?;
        self.check_counter(
            "open publications",
            jobs::length_key(),
            jobs.len(),
            findings,
        )
        .await?;
        let people = self.users().await?;
        let admins = people
            .iter()
            .filter(|user| users::is_active_admin(user))
            .count();
        self.check_counter(
            "active administrators",
            users::admin_counter_key(),
            admins,
            findings,
        )
        .await?;
        let mut posts: HashMap<SiteId, usize> = HashMap::new();
        for row in rows.values() {
            *posts.entry(row.site_id).or_default() += 1;
        }
        let mut owned: HashMap<UserId, usize> = HashMap::new();
        let mut seen = 0;
        loop {
            let (sites, _) = self.sites(SiteScope::All, seen, RECORDS).await?;
            if sites.is_empty() {
                break;
            }
            seen += sites.len() as u64;
            for site in sites {
                let posts = posts.get(&site.id).copied().unwrap_or_default();
                let what = format!("posts of site {}", site.id);
                self.check_counter(&what, site_posts_key(site.id), posts, findings)
                    .await?;
                *owned.entry(site.user_id).or_default() += 1;
            }
        }
        for user in &people {
            let sites = owned.get(&user.id).copied().unwrap_or_default();
            let what = format!("sites of user {}", user.id);
            self.check_counter(&what, owned_sites_key(user.id), sites, findings)
                .await?;
        }
        Ok(())
    }

    async fn check_counter(
        &self,
        what: &str,
        key: Key,
        there: usize,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ItemsError> {
        let counter = self.table.numbers(&key).await?.get("n");
        let there = i64::try_from(there).unwrap_or(i64::MAX);
        if counter != there {
            findings.push(Finding::Counter {
                what: what.to_owned(),
                counter,
                there,
            });
        }
        Ok(())
    }
}

/// What is wrong with a file of a picture of this length, `None` for one that is missing. Without the `expected` length it is
/// a rendition in WebP.
async fn check_file(
    blobs: &dyn Blobs,
    picture: MediaId,
    key: String,
    length: Option<u64>,
    expected: Option<u64>,
) -> Result<Option<Finding>, ItemsError> {
    let Some(length) = length else {
        return Ok(Some(Finding::NoFile { picture, key }));
    };
    if length == 0 || expected.is_some_and(|it| it != length) {
        return Ok(Some(Finding::Length {
            picture,
            key,
            length,
        }));
    }
    if expected.is_some() {
        return Ok(None);
    }
    match blobs.get(&key).await {
        Ok(Some(blob)) if is_whole_webp(&blob.bytes) => Ok(None),
        Ok(Some(_)) => Ok(Some(Finding::Cut { picture, key })),
        Ok(None) => Ok(Some(Finding::NoFile { picture, key })),
        Err(BlobError::Unreadable(_)) => Ok(Some(Finding::UnreadableFile { picture, key })),
        Err(error) => Err(unavailable(error)),
    }
}

/// Whether a file in WebP has the length that it says (WebP Container Specification, "WebP File Header").
fn is_whole_webp(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(<[u8]>::first_chunk::<4>);
    let length = length.map(|length| u64::from(u32::from_le_bytes(*length)) + 8);
    bytes.starts_with(b"RIFF") && length.is_some_and(|length| length <= bytes.len() as u64)
}
