//! The kinds of records, as the sources name them in keys, with what becomes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use pauta_tests::app::TestApp;
use pauta_tests::canaries::records_of;
use regex::Regex;

use crate::harness::{ADDRESS, MARK, TABLES};

/// What the test does about a kind of record.
pub enum Canary {
    /// Records of the kind have canaries, and are erased with what the text names.
    Planted,
    /// Records of the kind are sealed, so that canaries in them cannot be found; the test deletes those that have some, or they expire.
    Sealed,
    /// Records of the kind have canaries, and are deleted at a time of their own, within a month.
    Expiring,
    /// Records of the kind have nothing of what a person writes.
    Without,
}

use Canary::{Expiring, Planted, Sealed, Without};

/// Every name in a key, with what records with it hold. A name that is missing here fails the test.
#[rustfmt::skip]
pub const KINDS: [(Canary, &str, &str); 41] = [
    // The site.
    (Planted, "CONTENT RECORD REVISION", "items of each kind of content with all texts, addresses and text fields of search engines; revisions and autosaves"),
    (Planted, "LOG", "the site's change log with all of it; titles of posts of the platform, which are not deleted for good"),
    (Planted, "TERMS", "terms of each taxonomy, with fields of search engines"),
    (Planted, "USERS", "login, names, e-mail addresses (former ones too), address, description, preferences"),
    (Planted, "APP_PASSWORDS", "names of application passwords, network of the last use"),
    (Planted, "COMMENTS COMMENT_CHECKS", "author, e-mail address, address, network, browser and text; what the spam filter was told"),
    (Planted, "SETTINGS", "title, description and address of the site; those of the platform are sealed"),
    (Planted, "FILES", "names of files"),
    (Planted, "SUBMISSION", "submissions of contact forms with their files"),
    (Without, "MAIL", "the state of a mail that was sent, without its texts; those are in the outbox"),
    (Without, "FORM FORMS FORM_SLUGS FORM_HASHES", "contact forms, which the site's staff writes"),
    (Without, "SUBMISSIONS FORM_SUBMISSIONS PERSON PERSON_MAILS SUBMITTED MARK COMMENT_GUID SPAM_REPORT", "identifiers, and keyed hashes of addresses"),
    (Sealed, "OPTIONS", "options of extensions; names and tokens of the mailbox are sealed"),
    (Without, "USER_OPTIONS", "answers to introductions and alerts of the interface; deleted with the user"),
    (Without, "USER_PASSWORDS CREDENTIALS", "hashes of passwords and sealed secrets of authenticators"),
    (Without, "IMPORT IMPORTED SOURCE", "digests of copied records; the address of the host that was copied"),
    (Without, "SNAPSHOT LATEST BLOB BLOBS WANTED DUE ERASURE STATE FILES_TASK FILES_SWEEP PROGRESS", "keys of blobs and tasks; the blobs of snapshots are searched"),
    (Without, "SITE_ERASURE SITE_FILES SITE_FUTURE SITE_MAIL SITE_SNAPSHOT SITE_SNAPSHOTS", "names of indexes"),
    (Without, "HOST TENANT SEO_SCORES", "host names of the site; counts"),
    (Without, "ANSWER", "answers of providers to addresses in texts; a day"),
    // The platform.
    (Planted, "USER EMAIL", "e-mail addresses of users. Names remain with the history of posts"),
    (Without, "FORMER_NAME", "the name of a deleted user, for the history of posts"),
    (Planted, "SITE WORDS", "name, audience and contacts of a client's site; its accepted words"),
    (Sealed, "SECRET SEARCH SEARCH_ACCOUNT", "the login of the host; tokens and account of the search console, and tasks of identifiers"),
    (Expiring, "CACHE", "authors and categories of a host: deleted with the site, or after minutes"),
    (Planted, "POST WORKING_COPY", "working copies"),
    (Without, "VHEAD APPROVAL EVENT HISTORY CLEARING MEDIA UPLOAD", "versions, answers of the client, history and pictures of posts, which are not deleted for good"),
    (Expiring, "GENERATION TASK", "prompt and keyword: 24 hours"),
    (Without, "TEXT RESULT", "texts of a provider; they expire with the generation"),
    (Without, "STOCK PAGE", "photos of a provider, under a digest of the words"),
    (Sealed, "IDEMPOTENCY PART", "the response, as of an invitation, sealed with keys made of the request's own: 24 hours"),
    (Without, "REQUEST", "states of repeated requests"),
    (Without, "RESET SESSION CHALLENGE THROTTLE", "digests and identifiers"),
    (Without, "NOTIFICATION JOB", "identifiers; addresses are looked up when a notification is sent"),
    (Without, "SEARCH_PERFORMANCE SEARCH_QUOTA SEARCH_STATE INDEXING USED", "figures and identifiers"),
    (Without, "REPORT TOKENS USAGE IMAGE_QUOTA", "figures"),
    (Without, "COUNT ACTIVE_ADMINS OPEN_JOBS OWNED_SITES SITE_POSTS SEQUENCE", "counters"),
    (Without, "TICK PUBLISHING HEALTH WRITE SCHEMA VERSION WARM", "states of the system"),
    // The central log.
    (Without, "ENTRY SAME INTAKE", "messages without texts, addresses or words of persons; they are searched"),
    (Without, "CLEARED_LOG BY LOG_COUNTING LOG_STATE DAYS WHOLE_DAYS MONTHS TEN_MINUTES", "identifiers and counts of entries"),
    (Without, "SITES DELETED_USERS", "identifiers"),
];

/// The names in keys of records, in the sources of all functions and shared crates.
pub fn in_sources() -> BTreeMap<String, BTreeSet<String>> {
    let literal = Regex::new(r#""((?:\{[^}"]*\}#)?([A-Z][A-Z_]+)(#[^"\n]*)?)""#).unwrap();
    let key = Regex::new(r"Key::new\([^;]*$").unwrap();
    let constant = Regex::new(r#"const (\w+): &str = "([A-Z][A-Z_]+)";"#).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in ["shared", "functions"] {
        for file in crate::harness::files(&root.join(folder)) {
            let place = file.strip_prefix(root).unwrap().display().to_string();
            if !place.ends_with(".rs") || !place.contains("/src/") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap();
            if !text.contains("Key") && !text.contains("partition") {
                continue;
            }
            for found in constant.captures_iter(text) {
                if text.contains(&format!("Key::new({},", &found[1])) {
                    let places = names.entry(found[2].to_owned()).or_default();
                    places.insert(place.clone());
                }
            }
            for found in literal.captures_iter(text) {
                let at = found.get(0).unwrap().start();
                let before: String = text[..at].chars().rev().take(160).collect();
                let before: String = before.chars().rev().collect();
                let is_key = found[1].contains('#') || place.ends_with("keys.rs");
                if is_key || key.is_match(&before) {
                    names
                        .entry(found[2].to_owned())
                        .or_default()
                        .insert(place.clone());
                }
            }
        }
    }
    names
}

/// The names of a class in the table.
pub fn listed(class: impl Fn(&Canary) -> bool) -> BTreeSet<String> {
    let rows = KINDS.iter().filter(|(canary, _, _)| class(canary));
    rows.flat_map(|(_, names, _)| names.split(' '))
        .map(str::to_owned)
        .collect()
}

/// The names of the table in the keys of the records that have canaries.
pub async fn with_canaries(app: &TestApp) -> BTreeSet<String> {
    let listed = listed(|_| true);
    let mut names = BTreeSet::new();
    for table in TABLES {
        for record in records_of(app, table).await {
            let text = String::from_utf8_lossy(&record.bytes).to_lowercase();
            if text.contains(MARK) || text.contains(ADDRESS) {
                let found = names_in(&record.pk).chain(names_in(&record.sk));
                names.extend(found.filter(|name| listed.contains(name)));
            }
        }
    }
    names
}

fn names_in(key: &str) -> impl Iterator<Item = String> {
    let parts = key.split('#');
    let names = parts.filter(|part| part.len() > 1 && part.chars().all(is_of_name));
    names.map(str::to_owned)
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_uppercase() || character == '_'
}
