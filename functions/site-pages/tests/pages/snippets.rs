//! Code snippets on public pages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::site::{Role, SnippetScope};
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use site_pages::Options;
use site_store::{SnippetChange, UserChange};

use crate::support::{Answer, HOME, Site};

impl Site {
    async fn snippet(&self, scope: SnippetScope, code: &str, active: bool) -> u64 {
        let change = SnippetChange {
            code: Some(code.to_owned()),
            scope: Some(scope),
            active: Some(active),
            ..SnippetChange::default()
        };
        let created = self.store.create_snippet(&change, &|_, _| None).await;
        created.unwrap().id
    }

    /// The cookie of a user who signed in at the authorisation page.
    async fn signed_in(&self, login: &str) -> String {
        let form = format!("act=sign_in&login={login}&password={}", self.password);
        let path = "/authorize-application?app_name=x";
        let answer = self.submit(path, &[], &form).await;
        assert_eq!(answer.status, 303);
        answer.cookie()
    }
}

fn source(code: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(code)))
}

/// The sources of a directive of the policy.
fn sources<'a>(answer: &'a Answer, directive: &str) -> Vec<&'a str> {
    let policy = answer.header("content-security-policy");
    let own = policy.split("; ").find_map(|part| {
        let (name, sources) = part.split_once(' ')?;
        (name == directive).then_some(sources)
    });
    own.map_or_else(Vec::new, |own| own.split(' ').collect())
}

#[tokio::test]
async fn active_snippets_are_shown_and_permitted() {
    let site = Site::new().await;
    let (css, js) = ("a{color:red}", "document.title = 'x';");
    let before = site.get("/").await;
    assert!(sources(&before, "script-src").is_empty());
    // Those of the site's theme and of every page.
    assert_eq!(sources(&before, "style-src").len(), 2);
    site.snippet(SnippetScope::SiteCss, css, true).await;
    site.snippet(SnippetScope::SiteFooterJs, js, true).await;
    let head = "<meta name=\"theme-color\" content=\"#fff\"><script>a()</script>";
    site.snippet(SnippetScope::HeadContent, head, true).await;
    site.snippet(SnippetScope::SiteCss, "b{}", false).await;
    site.snippet(SnippetScope::Global, "echo 1;", true).await;
    for path in ["/", "/nada/"] {
        let page = site.get(path).await;
        let (top, body) = page.text.split_once("</head>").unwrap();
        assert!(top.contains(&format!("<style>{css}</style>")), "{path}");
        assert!(top.contains(head), "{path}");
        assert!(body.contains(&format!("<script>{js}</script>")), "{path}");
        assert!(!page.has("b{}") && !page.has("echo 1;"), "{path}");
        let mut scripts = sources(&page, "script-src");
        scripts.sort_unstable();
        let mut expected = [source(js), source("a()")];
        expected.sort_unstable();
        assert_eq!(scripts, expected, "{path}");
        let styles = sources(&page, "style-src");
        assert!(
            styles.len() == 3 && styles.contains(&source(css).as_str()),
            "{path}"
        );
        assert_eq!(sources(&page, "default-src"), ["'none'"]);
    }
    let after = site.get("/").await;
    assert_ne!(after.header("etag"), before.header("etag"));
    let known = [("if-none-match", after.header("etag"))];
    assert_eq!(site.get_with("/", &known).await.status, 304);
}

#[tokio::test]
async fn a_shortcode_shows_an_active_snippet() {
    let site = Site::new().await;
    let id = site
        .snippet(
            SnippetScope::Content,
            "<b>dito</b><script>s(':)')</script>",
            true,
        )
        .await;
    let off = site
        .snippet(SnippetScope::Content, "<b>calado</b>", false)
        .await;
    let text = format!(
        "Antes\n\n[code_snippet id={id}]\n\n[code_snippet id=\"{off}\"] e [code_snippet id=99] e [[code_snippet id={id}]]"
    );
    let post = site.post("Com shortcode", &text).await;
    let page = site.get(&format!("/{}/", post.slug)).await;
    assert!(
        page.has("<b>dito</b><script>s(':)')</script>"),
        "{}",
        page.text
    );
    assert!(!page.has("calado") && page.has(&format!("[code_snippet id={id}]")));
    assert_eq!(sources(&page, "script-src"), [source("s(':)')")]);
    let feed = site.get("/feed/").await;
    assert!(!feed.has("dito") && !feed.has(&format!("[code_snippet id=\"{off}\"]")));
}

#[tokio::test]
async fn sign_in_and_cards_have_no_snippets() {
    let site = Site::new().await;
    site.snippet(SnippetScope::SiteHeadJs, "espia()", true)
        .await;
    let post = site.post("Post", "texto").await;
    // A card has a script of its own.
    for (path, scripts) in [
        ("/authorize-application?app_name=x".to_owned(), 0),
        (format!("/{}/embed/", post.slug), 1),
    ] {
        let page = site.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.has("espia()"), "{path}");
        assert_eq!(sources(&page, "script-src").len(), scripts, "{path}");
    }
    let cookie = site.signed_in("admin").await;
    let path = "/authorize-application?app_name=x";
    let approval = site.get_with(path, &[("cookie", cookie.as_str())]).await;
    assert!(approval.has("name=\"form\"") && !approval.has("espia()"));
}

#[tokio::test]
async fn safe_mode_is_for_administrators() {
    let site = Site::new().await;
    site.snippet(SnippetScope::SiteHeadJs, "quebra()", true)
        .await;
    let random = embedded::random::SeededRandom::new(9);
    let password = SecretString::from(site.password.as_str());
    let hash = vault::password::hash(password, &random).await.unwrap();
    let change = UserChange {
        login: Some("editora".to_owned()),
        email: Some("editora@exemplo.com.br".to_owned()),
        roles: Some(vec![Role::Editor]),
        password: Some(hash),
        ..UserChange::default()
    };
    site.store.create_user(&change).await.unwrap();
    let admin = site.signed_in("admin").await;
    let editor = site.signed_in("editora").await;
    let forged = format!("{admin}x");
    for (cookie, is_safe) in [
        ("", false),
        (&*editor, false),
        (&*forged, false),
        (&*admin, true),
    ] {
        let headers = [("cookie", cookie)];
        let page = site.get_with("/?snippets-safe-mode", &headers).await;
        assert_eq!(page.has("quebra()"), !is_safe, "{cookie}");
        assert_eq!(sources(&page, "script-src").is_empty(), is_safe);
        let caching = if is_safe {
            "private, no-store"
        } else {
            "public, no-cache"
        };
        assert_eq!(page.header("cache-control"), caching);
        assert!(site.get_with("/", &headers).await.has("quebra()"));
    }
}

#[tokio::test]
async fn an_operator_turns_snippets_off() {
    let options = Options {
        snippets: false,
        ..Options::at(HOME)
    };
    let site = Site::with(options).await;
    let id = site
        .snippet(SnippetScope::Content, "<b>dito</b>", true)
        .await;
    site.snippet(SnippetScope::SiteHeadJs, "a()", true).await;
    let post = site
        .post("Post", &format!("texto [code_snippet id={id}]"))
        .await;
    let page = site.get(&format!("/{}/", post.slug)).await;
    assert!(!page.has("dito") && !page.has("a()") && !page.has("code_snippet"));
    assert!(sources(&page, "script-src").is_empty());
}
