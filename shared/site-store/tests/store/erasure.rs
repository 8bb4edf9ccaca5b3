//! Deleted data are taken out of the log and of the snapshots, and readers see the same site.

use domain::site::{Kind, Status, Taxonomy};
use ports::{Blob, Blobs};
use serde_json::Value;
use site_store::{
    Comment, ContentChange, IndexObject, NewComment, NewFile, ReaderPassword, SiteStore,
    SnippetChange, StoreError, TermChange, UserChange, anything,
};

use crate::evidence::everything;
use crate::previous_format::{point, pointers};
use crate::rated::rated;
use crate::snapshots::{from_the_log, perform_tasks, view};
use crate::support::{TestSite, titled};

/// Time after a deletion until which its task is due.
pub const DUE: i64 = 65 * 60;
/// Time until which replaced blobs remain.
const GRACE: i64 = 11 * 60;

/// Performs the erasure tasks that are due; returns the number of replaced entries.
pub async fn erase(site: &TestSite) -> usize {
    let mut redacted = 0;
    for task in site.sites.erasure_tasks(9).await.unwrap() {
        if let Some(erasure) = site.sites.erase(&task).await.unwrap() {
            assert!(erasure.is_complete, "{erasure:?}");
            redacted += erasure.redacted;
        }
    }
    redacted
}

/// Erases what was deleted before, and what the erasure leaves for readers.
async fn erase_all(site: &TestSite) {
    site.wait(DUE);
    erase(site).await;
    site.wait(GRACE);
    perform_tasks(site).await;
    assert_eq!(site.sites.erasure_tasks(9).await.unwrap(), []);
}

/// Canaries of `names` that are in `text`.
fn found<'a>(text: &str, names: &[&'a str]) -> Vec<&'a str> {
    let is_there = |name: &&&str| text.contains(&format!("canary{name}"));
    names.iter().filter(is_there).copied().collect()
}

fn canary(name: &str) -> Option<String> {
    Some(format!("canary{name}"))
}

/// A text above the limit of records in the table, which does not compress.
fn long(canary: &str) -> String {
    let mut state = 7_u64;
    let mut text = format!("canary{canary} ");
    while text.len() < 900_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        text.push_str(&format!("{state:x} "));
    }
    text
}

fn comment(post: u64, mark: &str) -> NewComment {
    NewComment {
        post,
        author_name: format!("canary{mark}name"),
        author_email: format!("canary{mark}@example.com"),
        author_url: format!("https://canary{mark}url.example/"),
        author_ip: format!("canary{mark}ip"),
        author_user_agent: format!("canary{mark}agent"),
        content: format!("canary{mark}text"),
        is_trusted: true,
        skips_flood_check: true,
        ..NewComment::default()
    }
}

/// A post with a canary in each text, and revisions and an autosave with others.
async fn post_with_canaries(site: &TestSite) -> u64 {
    let store = &site.store;
    let change = ContentChange {
        title: canary("title"),
        content: canary("body"),
        excerpt: canary("excerpt"),
        slug: canary("slug"),
        password: Some(ReaderPassword("canarypassword".into())),
        status: Some(Status::Publish),
        may_publish: true,
        editor: 1,
        ..ContentChange::default()
    };
    let id = store.create(Kind::Post, 1, &change).await.unwrap().id;
    for body in [long("long"), "canarylater".to_owned()] {
        let change = ContentChange {
            content: Some(body),
            slug: canary("newslug"),
            editor: 1,
            may_publish: true,
            ..ContentChange::default()
        };
        store
            .update(Kind::Post, id, &change, &anything)
            .await
            .unwrap();
    }
    let change = ContentChange {
        content: canary("autosave"),
        editor: 1,
        ..ContentChange::default()
    };
    store
        .autosave(Kind::Post, id, &change, &anything)
        .await
        .unwrap();
    id
}

const POST: [&str; 9] = [
    "title", "body", "excerpt", "slug", "password", "long", "later", "newslug", "autosave",
];
const COMMENT: [&str; 12] = [
    "onename",
    "one@",
    "oneurl",
    "oneip",
    "oneagent",
    "onetext",
    "belowname",
    "below@",
    "belowurl",
    "belowip",
    "belowagent",
    "belowtext",
];
const OTHERS: [&str; 19] = [
    "login",
    "mail",
    "user",
    "first",
    "last",
    "nick",
    "web",
    "about",
    "app",
    "own",
    "term",
    "termslug",
    "termabout",
    "snippet",
    "code",
    "desc",
    "tag",
    "file",
    "alt",
];

async fn delete_others(site: &TestSite) {
    let store = &site.store;
    let user = UserChange {
        login: canary("login"),
        email: Some("canarymail@example.com".into()),
        name: canary("user"),
        first_name: canary("first"),
        last_name: canary("last"),
        nickname: canary("nick"),
        url: canary("web"),
        description: canary("about"),
        ..UserChange::default()
    };
    let user = store.create_user(&user).await.unwrap().id;
    let keys = &site.keys;
    store
        .create_app_password(keys, user, "canaryapp", None)
        .await
        .unwrap();
    let own = store.create_app_password(keys, 1, "canaryown", None).await;
    let term = TermChange {
        name: canary("term"),
        slug: canary("termslug"),
        description: canary("termabout"),
        ..TermChange::default()
    };
    let term = store
        .create_term(Taxonomy::PostTag, &term)
        .await
        .unwrap()
        .id;
    let snippet = SnippetChange {
        name: canary("snippet"),
        code: canary("code"),
        desc: canary("desc"),
        tags: canary("tag").map(|tag| vec![tag]),
        ..SnippetChange::default()
    };
    let snippet = store
        .create_snippet(&snippet, &|_, _| None)
        .await
        .unwrap()
        .id;
    let file = NewFile {
        title: None,
        makes_sizes: true,
        name: "canaryfile.jpg".into(),
        bytes: pictures::generate::photograph(64, 48, 1).unwrap(),
        author: 1,
        change: ContentChange {
            alt_text: canary("alt"),
            ..ContentChange::default()
        },
    };
    let file = store.upload(file).await.unwrap().id;
    store.make_snapshot().await.unwrap();
    assert_eq!(found(&everything(site).await, &OTHERS), OTHERS);

    store.delete_user(user, None).await.unwrap();
    store
        .revoke_app_password(1, own.unwrap().0.uuid)
        .await
        .unwrap();
    store.delete_term(Taxonomy::PostTag, term).await.unwrap();
    store.delete_snippet(snippet).await.unwrap();
    store
        .delete(Kind::Attachment, file, &anything)
        .await
        .unwrap();
}

#[tokio::test]
async fn what_is_deleted_is_in_no_record_and_in_no_blob() {
    let site = TestSite::with_snapshots_every(4).await;
    let store = &site.store;
    let stays = site.post(titled("Fica", Status::Publish)).await.id;
    let post = post_with_canaries(&site).await;
    let one = store
        .create_comment(&comment(stays, "one"))
        .await
        .unwrap()
        .id;
    store.create_comment(&comment(post, "below")).await.unwrap();
    store.make_snapshot().await.unwrap().unwrap();
    // A snapshot of a release that was rolled back has the data as well.
    let (_, mut other) = pointers(&site.table).await.remove(0);
    other["format"] = "0123".into();
    other["blobs"] = serde_json::json!(["snapshots/main/other"]);
    let key = items::Key::new("main#SNAPSHOT", "LATEST#0123");
    point(&site.table, key.clone(), &other).await;
    let image = Blob {
        bytes: "canarytitle".into(),
        content_type: "application/zstd".into(),
    };
    site.blobs.put("snapshots/main/other", image).await.unwrap();
    let before = everything(&site).await;
    assert_eq!(
        (found(&before, &POST), found(&before, &COMMENT)),
        (POST.to_vec(), COMMENT.to_vec())
    );

    store.delete_comment(one).await.unwrap();
    store.delete(Kind::Post, post, &anything).await.unwrap();
    delete_others(&site).await;
    store.make_snapshot().await.unwrap();
    assert!(
        everything(&site).await.contains("canary"),
        "the log has it for an hour"
    );
    erase_all(&site).await;

    let after = everything(&site).await;
    assert_eq!(found(&after, &POST), [""; 0]);
    assert_eq!(found(&after, &COMMENT), [""; 0]);
    assert_eq!(found(&after, &OTHERS), [""; 0]);
    assert!(after.contains("Fica"));
    assert_eq!(site.table.get::<Value>(&key).await.unwrap(), None);
    let cold = site.other_process().await;
    assert_eq!(cold.read_work().log_entries, 0);
    assert_eq!(view(&cold).await, from_the_log(&site).await);
}

#[tokio::test]
async fn what_a_failure_after_a_deletion_left_is_removed() {
    let site = TestSite::new().await;
    let post = post_with_canaries(&site).await;
    let below = site
        .store
        .create_comment(&comment(post, "below"))
        .await
        .unwrap();
    let revisions = site.store.revisions_of(post);
    let mut left: Vec<_> = revisions
        .iter()
        .map(|one| {
            let name = format!("REVISION#{:020}", one.id);
            items::Key::new(format!("main#CONTENT#{post}"), name)
        })
        .collect();
    left.push(items::Key::new(
        "main#COMMENTS",
        format!("{:020}", below.id),
    ));
    site.store
        .delete(Kind::Post, post, &anything)
        .await
        .unwrap();
    for key in &left {
        let entry = items::Entry::new(key.clone(), &1).unwrap();
        site.table.put(entry, items::Condition::Any).await.unwrap();
    }
    erase_all(&site).await;
    for key in &left {
        assert_eq!(site.table.get::<Value>(key).await.unwrap(), None, "{key:?}");
    }
}

#[tokio::test]
async fn identifiers_of_deleted_records_are_not_used_again() {
    let site = TestSite::new().await;
    let (store, _) = rated(&site.store);
    let change = titled("Jardim", Status::Publish);
    let post = store.create(Kind::Post, 1, &change).await.unwrap().id;
    for title in ["Dois", "Três"] {
        let change = ContentChange {
            editor: 1,
            ..titled(title, Status::Publish)
        };
        store
            .update(Kind::Post, post, &change, &anything)
            .await
            .unwrap();
    }
    let number = |store: &SiteStore, id| {
        let entry = store.index_entry(IndexObject::Content(id)).unwrap();
        entry.unwrap().number
    };
    let revision = store.history(post).1.unwrap();
    let record = number(&store, post);
    let made: Comment = (*store.create_comment(&comment(post, "a")).await.unwrap()).clone();
    let term = TermChange {
        name: canary("term"),
        ..TermChange::default()
    };
    let tag = store
        .create_term(Taxonomy::PostTag, &term)
        .await
        .unwrap()
        .id;
    let user = UserChange {
        login: canary("login"),
        ..UserChange::default()
    };
    let person = store.create_user(&user).await.unwrap().id;
    let snippet = SnippetChange {
        name: canary("snippet"),
        ..SnippetChange::default()
    };
    let code = store
        .create_snippet(&snippet, &|_, _| None)
        .await
        .unwrap()
        .id;
    store.delete(Kind::Post, post, &anything).await.unwrap();
    store.delete_term(Taxonomy::PostTag, tag).await.unwrap();
    store.delete_user(person, Some(1)).await.unwrap();
    store.delete_snippet(code).await.unwrap();
    erase_all(&site).await;
    assert!(!everything(&site).await.contains("canary"));

    let (cold, _) = rated(&site.other_process().await);
    let next = cold.create(Kind::Post, 1, &change).await.unwrap().id;
    assert_eq!(next, revision + 1);
    assert!(number(&cold, next) > record);
    let reply = cold.create_comment(&comment(next, "b")).await.unwrap();
    assert_eq!(reply.id, made.id + 1);
    let again = cold.create_term(Taxonomy::PostTag, &term).await.unwrap();
    assert_eq!(again.id, tag + 1);
    assert_eq!(cold.create_user(&user).await.unwrap().id, person + 1);
    let again = cold.create_snippet(&snippet, &|_, _| None).await.unwrap();
    assert_eq!(again.id, code + 1);
}

#[tokio::test]
async fn former_states_are_taken_out_of_the_log() {
    let site = TestSite::new().await;
    let store = &site.store;
    let post = post_with_canaries(&site).await;
    let plain = ContentChange {
        content: Some("<p>Jardim</p>".into()),
        ..ContentChange::default()
    };
    store
        .update(Kind::Post, post, &plain, &anything)
        .await
        .unwrap();
    let email = |address: &str| UserChange {
        email: Some(address.into()),
        ..UserChange::default()
    };
    for address in ["canarymail@example.com", "ana@example.com"] {
        store.update_user(1, &email(address)).await.unwrap();
    }
    // Any deletion causes the pass.
    let other = site.post(titled("Outro", Status::Publish)).await.id;
    store.delete(Kind::Post, other, &anything).await.unwrap();
    let expected = view(store).await;
    erase_all(&site).await;
    let after = everything(&site).await;
    assert!(!after.contains("canarymail"));
    // The revision has the former text.
    assert_eq!(after.matches("canarylater").count(), 1);
    assert_eq!(from_the_log(&site).await, expected);
    site.wait(DUE);
    assert_eq!(erase(&site).await, 0, "nothing is left to be taken out");
}

#[tokio::test]
async fn a_pass_is_made_when_the_log_has_grown_and_in_a_site_without_one() {
    let site = TestSite::with_snapshots_every(512).await;
    assert_eq!(site.sites.erasure_tasks(9).await.unwrap().len(), 1);
    erase(&site).await;
    assert_eq!(site.sites.erasure_tasks(9).await.unwrap(), []);
    assert_eq!(site.other_sites().erasure_tasks(9).await.unwrap(), []);
    for _ in 0..5000 {
        site.store.take_content_id().await.unwrap();
        if site.store.version().is_multiple_of(1000) {
            perform_tasks(&site).await;
        }
    }
    perform_tasks(&site).await;
    assert_eq!(site.sites.erasure_tasks(9).await.unwrap().len(), 1);
    erase(&site).await;
    assert_eq!(site.sites.erasure_tasks(9).await.unwrap(), []);
}

#[tokio::test]
async fn one_worker_passes_over_a_log_at_a_time() {
    let site = TestSite::new().await;
    let post = post_with_canaries(&site).await;
    site.store
        .delete(Kind::Post, post, &anything)
        .await
        .unwrap();
    site.wait(DUE);
    let task = site.sites.erasure_tasks(9).await.unwrap().remove(0);
    let others = site.other_sites();
    let (one, two) = tokio::join!(site.sites.erase(&task), others.erase(&task));
    let both = [one.unwrap(), two.unwrap()];
    assert_eq!(both.iter().flatten().count(), 1, "{both:?}");
    site.wait(GRACE);
    perform_tasks(&site).await;
    assert!(!everything(&site).await.contains("canary"));
}

#[tokio::test]
async fn a_log_of_a_later_release_is_left_alone() {
    let site = TestSite::new().await;
    let post = site.post(titled("canarytitle", Status::Publish)).await.id;
    site.store
        .delete(Kind::Post, post, &anything)
        .await
        .unwrap();
    crate::later_release::append(&site, serde_json::json!([{ "poem": {} }])).await;
    site.wait(DUE);
    let task = site.sites.erasure_tasks(9).await.unwrap().remove(0);
    let erased = site.sites.erase(&task).await;
    assert!(matches!(erased, Err(StoreError::Outdated)), "{erased:?}");
    assert!(everything(&site).await.contains("canarytitle"));
}
