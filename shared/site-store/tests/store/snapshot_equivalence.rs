//! After any sequence of operations, a site loaded from a snapshot equals the site.

use std::collections::BTreeMap;

use domain::site::{Kind, Status, Taxonomy};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use site_store::{
    ContentChange, ContentFilter, NewComment, Settings, SiteStore, SnippetChange, StatusFilter,
    TermChange, TermFilter, UserChange, UserFilter, anything,
};

use crate::previous_format::{pointers, turn_back};
use crate::snapshots::{WORD, from_the_log, made_of_all, view};
use crate::support::{TestSite, titled};

/// Write operation; the numbers choose among the existing records.
#[derive(Debug, Clone)]
enum Operation {
    Write(Kind, u8, Status),
    Change(u8, Status),
    Trash(u8),
    Delete(u8),
    Term(u8),
    DeleteTerm(u8),
    User(u8),
    DeleteUser(u8),
    Comment(u8),
    Settings(u8),
    Snippet(u8),
    Snapshot,
}

fn operation() -> impl Strategy<Value = Operation> {
    let kind = prop::sample::select(vec![Kind::Post, Kind::Page, Kind::Block]);
    let status = prop::sample::select(vec![Status::Publish, Status::Draft, Status::Private]);
    prop_oneof![
        6 => (kind, any::<u8>(), status.clone()).prop_map(|(kind, n, status)| Operation::Write(kind, n, status)),
        4 => (any::<u8>(), status).prop_map(|(n, status)| Operation::Change(n, status)),
        1 => any::<u8>().prop_map(Operation::Trash),
        2 => any::<u8>().prop_map(Operation::Delete),
        2 => any::<u8>().prop_map(Operation::Term),
        1 => any::<u8>().prop_map(Operation::DeleteTerm),
        1 => any::<u8>().prop_map(Operation::User),
        1 => any::<u8>().prop_map(Operation::DeleteUser),
        2 => any::<u8>().prop_map(Operation::Comment),
        1 => any::<u8>().prop_map(Operation::Settings),
        1 => any::<u8>().prop_map(Operation::Snippet),
        2 => Just(Operation::Snapshot),
    ]
}

fn chosen(from: &[u64], n: u8) -> u64 {
    from.get(usize::from(n) % from.len().max(1))
        .copied()
        .unwrap_or(0)
}

/// Identifiers among which an operation chooses.
struct Existing {
    items: Vec<u64>,
    categories: Vec<u64>,
    users: Vec<u64>,
}

impl Existing {
    async fn of(store: &SiteStore) -> Self {
        let mut items = Vec::new();
        for kind in [Kind::Post, Kind::Page, Kind::Block] {
            let filter = ContentFilter {
                status: StatusFilter::Of(Status::ALL.to_vec()),
                ..ContentFilter::all(kind)
            };
            items.extend(store.list(&filter).await.unwrap().items);
        }
        let terms = store.terms(Taxonomy::Category, &TermFilter::default());
        let users = store.users(&UserFilter::default());
        Self {
            items,
            categories: terms.unwrap().items.iter().map(|term| term.id).collect(),
            users: users.unwrap().items.iter().map(|user| user.id).collect(),
        }
    }

    fn texts(&self, n: u8) -> ContentChange {
        let number = if n.is_multiple_of(2) { "dois" } else { "um" };
        ContentChange {
            content: Some(format!("<p>{WORD} {number} {n}</p>")),
            terms: BTreeMap::from([(Taxonomy::Category, vec![chosen(&self.categories, n)])]),
            author: Some(chosen(&self.users, n)),
            editor: 1,
            ..ContentChange::default()
        }
    }
}

fn kind_of(store: &SiteStore, id: u64) -> Kind {
    let summary = store.summary(id).unwrap();
    summary.map_or(Kind::Post, |item| item.kind)
}

/// Performs one operation on content. A rejected one leaves the site unchanged, which is fine.
async fn perform_on_content(store: &SiteStore, existing: &Existing, operation: &Operation) {
    match operation {
        Operation::Write(kind, n, status) => {
            let first = ["Título", "água", "“Fala”", "#tag", "—", "ß", "Ωμέγα"];
            let first = first[usize::from(*n) % first.len()];
            let mut change = titled(&format!("{first} {n}"), *status);
            let texts = existing.texts(*n);
            change.content = texts.content;
            change.author = texts.author;
            if *kind == Kind::Post {
                change.terms = texts.terms;
            }
            if *kind == Kind::Page {
                let mut pages = existing.items.clone();
                pages.retain(|id| kind_of(store, *id) == Kind::Page);
                change.parent = Some(chosen(&pages, *n));
            }
            let _ = store.create(*kind, 1, &change).await;
        }
        Operation::Change(n, status) => {
            let id = chosen(&existing.items, *n);
            let kind = kind_of(store, id);
            let mut change = existing.texts(*n);
            change.status = Some(*status);
            change.may_publish = true;
            if kind != Kind::Post {
                change.terms.clear();
            }
            let _ = store.update(kind, id, &change, &anything).await;
        }
        Operation::Trash(n) => {
            let id = chosen(&existing.items, *n);
            let _ = store.trash(kind_of(store, id), id, 1, &anything).await;
        }
        Operation::Delete(n) => {
            let id = chosen(&existing.items, *n);
            let _ = store.delete(kind_of(store, id), id, &anything).await;
        }
        _ => {}
    }
}

/// Performs one operation. A rejected one leaves the site unchanged, which is fine.
async fn perform(site: &TestSite, operation: &Operation) {
    let store = &site.store;
    let existing = Existing::of(store).await;
    match operation {
        Operation::Term(n) => {
            let change = TermChange {
                name: Some(format!("Termo {n}")),
                parent: Some(chosen(&existing.categories, *n)),
                ..TermChange::default()
            };
            let _ = store.create_term(Taxonomy::Category, &change).await;
        }
        Operation::DeleteTerm(n) => {
            let id = chosen(&existing.categories, *n);
            let _ = store.delete_term(Taxonomy::Category, id).await;
        }
        Operation::User(n) => {
            let change = UserChange {
                login: Some(format!("pessoa{n}")),
                email: Some(format!("pessoa{n}@example.com")),
                ..UserChange::default()
            };
            let _ = store.create_user(&change).await;
        }
        Operation::DeleteUser(n) => {
            let id = chosen(&existing.users, *n);
            if id > 1 {
                let _ = store.delete_user(id, Some(1)).await;
            }
        }
        Operation::Comment(n) => {
            let new = NewComment {
                post: chosen(&existing.items, *n),
                content: format!("Comentário {n}"),
                author: 1,
                is_trusted: true,
                skips_flood_check: true,
                ..NewComment::default()
            };
            let _ = store.create_comment(&new).await;
        }
        Operation::Settings(n) => {
            let title = format!("Jardim {n}");
            let update = |settings: &mut Settings| settings.title.clone_from(&title);
            let _ = store.update_settings(update).await;
        }
        Operation::Snippet(n) => {
            let change = SnippetChange {
                name: Some(format!("Snippet {n}")),
                ..SnippetChange::default()
            };
            match store.snippets().len() {
                0..3 => drop(store.create_snippet(&change, &|_, _| None).await),
                _ => drop(store.delete_snippet(u64::from(n % 5)).await),
            }
        }
        Operation::Snapshot => {
            store.make_snapshot().await.unwrap();
        }
        content => perform_on_content(store, &existing, content).await,
    }
}

#[test]
fn a_site_loaded_from_a_snapshot_equals_the_site_after_any_operations() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(16)
    };
    let operations = prop::collection::vec(operation(), 1..30);
    TestRunner::new(config)
        .run(&operations, |operations| {
            runtime.block_on(async {
                let site = TestSite::with_snapshots_every(5).await;
                for operation in &operations {
                    perform(&site, operation).await;
                    site.wait(20);
                }
                let cold = site.other_process().await;
                prop_assert_eq!(view(&cold).await, from_the_log(&site).await);
                made_of_all(&site).await;
                let cold = site.other_process().await;
                prop_assert_eq!(view(&cold).await, view(&site.store).await);
                if pointers(&site.table).await.is_empty() {
                    return Ok(());
                }
                turn_back(&site.table, &*site.blobs).await;
                let upgraded = site.other_process().await;
                prop_assert_eq!(upgraded.read_work().log_entries, 0);
                prop_assert_eq!(view(&upgraded).await, view(&site.store).await);
                Ok(())
            })
        })
        .unwrap();
}
