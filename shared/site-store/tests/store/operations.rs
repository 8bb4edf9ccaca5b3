//! Random operations on a site.

use std::collections::BTreeMap;

use domain::site::{Kind, Status, Taxonomy};
use proptest::prelude::*;
use site_store::{
    CommentChange, CommentFilter, ContentChange, ContentFilter, NewComment, Settings, SiteStore,
    SnippetChange, StatusFilter, TermChange, TermFilter, UserChange, UserFilter, anything,
};

use crate::snapshots::{COMMENT_STATES, WORD};
use crate::support::{TestSite, titled};

/// Write operation; the numbers choose among the existing records.
#[derive(Debug, Clone)]
pub enum Operation {
    Write(Kind, u8, Status),
    Change(u8, Status),
    Trash(u8),
    Delete(u8),
    Term(u8),
    DeleteTerm(u8),
    User(u8),
    DeleteUser(u8),
    Comment(u8),
    MoveComment(u8),
    DeleteComment(u8),
    RenameUser(u8),
    RenameTerm(u8),
    AppPassword(u8),
    RevokeAppPassword(u8),
    Autosave(u8),
    Settings(u8),
    Snippet(u8),
    Snapshot,
}

pub fn operation() -> impl Strategy<Value = Operation> {
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
        3 => any::<u8>().prop_map(Operation::Comment),
        1 => any::<u8>().prop_map(Operation::MoveComment),
        1 => any::<u8>().prop_map(Operation::DeleteComment),
        1 => any::<u8>().prop_map(Operation::RenameUser),
        1 => any::<u8>().prop_map(Operation::RenameTerm),
        1 => any::<u8>().prop_map(Operation::AppPassword),
        1 => any::<u8>().prop_map(Operation::RevokeAppPassword),
        1 => any::<u8>().prop_map(Operation::Autosave),
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
        Operation::Autosave(n) => {
            let id = chosen(&existing.items, *n);
            let kind = kind_of(store, id);
            let _ = store
                .autosave(kind, id, &existing.texts(*n), &anything)
                .await;
        }
        _ => {}
    }
}

/// Performs one operation on comments. A rejected one leaves the site unchanged, which is fine.
async fn perform_on_comments(store: &SiteStore, existing: &Existing, operation: &Operation) {
    let comments = store.comments(&CommentFilter {
        status: COMMENT_STATES.to_vec(),
        ..CommentFilter::default()
    });
    let comments: Vec<u64> = comments.items.iter().map(|one| one.id).collect();
    match operation {
        Operation::Comment(n) => {
            let new = NewComment {
                post: chosen(&existing.items, *n),
                parent: chosen(&comments, n.wrapping_mul(7)),
                content: format!("Comentário {n}"),
                author: 1,
                is_trusted: true,
                skips_flood_check: true,
                ..NewComment::default()
            };
            let _ = store.create_comment(&new).await;
        }
        Operation::MoveComment(n) => {
            let change = CommentChange {
                post: Some(chosen(&existing.items, n.wrapping_mul(3))),
                content: Some(format!("Mudado {n}")),
                ..CommentChange::default()
            };
            let _ = store.update_comment(chosen(&comments, *n), &change).await;
        }
        Operation::DeleteComment(n) => {
            let _ = store.delete_comment(chosen(&comments, *n)).await;
        }
        _ => {}
    }
}

/// Performs one operation on users. A rejected one leaves the site unchanged, which is fine.
async fn perform_on_users(site: &TestSite, existing: &Existing, operation: &Operation) {
    let store = &site.store;
    match operation {
        Operation::User(n) => {
            let change = UserChange {
                login: Some(format!("pessoa{n}")),
                email: Some(format!("pessoa{n}@example.com")),
                ..UserChange::default()
            };
            let _ = store.create_user(&change).await;
        }
        Operation::RenameUser(n) => {
            let change = UserChange {
                name: Some(format!("Pessoa {n}")),
                ..UserChange::default()
            };
            let _ = store
                .update_user(chosen(&existing.users, *n), &change)
                .await;
        }
        Operation::DeleteUser(n) => {
            let id = chosen(&existing.users, *n);
            if id > 1 {
                let heir = n.is_multiple_of(2).then_some(1);
                let _ = store.delete_user(id, heir).await;
            }
        }
        Operation::AppPassword(n) => {
            let user = chosen(&existing.users, *n);
            let name = format!("Senha {n}");
            let _ = store
                .create_app_password(&site.keys, user, &name, None)
                .await;
        }
        Operation::RevokeAppPassword(n) => {
            let user = chosen(&existing.users, *n);
            if let Some(first) = store.app_passwords(user).first() {
                store.revoke_app_password(user, first.uuid).await.unwrap();
            }
        }
        _ => {}
    }
}

/// Performs one operation. A rejected one leaves the site unchanged, which is fine.
pub async fn perform(site: &TestSite, operation: &Operation) {
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
        Operation::RenameTerm(n) => {
            let change = TermChange {
                description: Some(format!("Termo {n}")),
                ..TermChange::default()
            };
            let id = chosen(&existing.categories, *n);
            let _ = store.update_term(Taxonomy::Category, id, &change).await;
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
        operation => {
            perform_on_content(store, &existing, operation).await;
            perform_on_comments(store, &existing, operation).await;
            perform_on_users(site, &existing, operation).await;
        }
    }
}
