//! Authorisation page of application passwords.

use secrecy::SecretString;
use site_store::UserChange;

use crate::support::{Answer, Site};

const ASKS: &str =
    "/authorize-application?app_name=Editor&success_url=https%3A%2F%2Fapp.example%2Fok%3Fa%3D1";

async fn signed_in(site: &Site, path: &str) -> String {
    let form = format!(
        "act=sign_in&login=admin&password={}",
        site.password.replace(' ', "+")
    );
    let answer = site.submit(path, &[], &form).await;
    assert_eq!(answer.location(), (303, path));
    let set = answer.header("set-cookie");
    assert!(set.contains("HttpOnly; SameSite=Strict; Secure"), "{set}");
    answer.cookie()
}

/// Value of the hidden CSRF field.
fn form_of(page: &Answer) -> String {
    let after = page.text.split("name=\"form\" value=\"").nth(1).unwrap();
    after.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn approval_redirects_with_a_working_password() {
    let site = Site::new().await;
    let asked = site.get(ASKS).await;
    assert_eq!(asked.status, 200);
    assert!(asked.has("type=\"password\"") && !asked.has("value=\"approve\""));
    let cookie = signed_in(&site, ASKS).await;
    let headers = [("cookie", cookie.as_str())];
    let page = site.get_with(ASKS, &headers).await;
    assert!(page.has("<strong>Editor</strong>") && page.has("https://app.example"));
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("form-action 'self' https://app.example;"),
        "{policy}"
    );
    assert!(policy.contains("frame-ancestors 'none'"));
    let form = format!("act=approve&form={}", form_of(&page));
    let before = site.store.app_passwords(site.admin).len();
    let done = site.submit(ASKS, &headers, &form).await;
    let (status, to) = done.location();
    assert_eq!(status, 303);
    let head = "https://app.example/ok?a=1&site_url=https%3A%2F%2Fexemplo.com.br&user_login=admin&password=";
    let secret = to.strip_prefix(head).unwrap();
    assert!(done.header("set-cookie").contains("Max-Age=0"));
    let hash = site
        .keyring
        .application_password_hash(&SecretString::from(secret));
    site.store
        .refresh(site_store::Freshness::Asked)
        .await
        .unwrap();
    let all = site.store.app_passwords(site.admin);
    assert_eq!(all.len(), before + 1);
    assert!(
        all.iter()
            .any(|one| one.hash.matches(&hash) && one.name == "Editor")
    );
}

#[tokio::test]
async fn without_a_redirect_url_the_password_is_shown() {
    let site = Site::new().await;
    let path = "/authorize-application?app_name=Editor";
    let cookie = signed_in(&site, path).await;
    let headers = [("cookie", cookie.as_str())];
    let page = site.get_with(path, &headers).await;
    let form = format!("act=approve&form={}", form_of(&page));
    let done = site.submit(path, &headers, &form).await;
    assert_eq!(done.status, 200);
    assert!(done.has("class=\"secret\""));
    assert_eq!(done.header("cache-control"), "private, no-store");
}

#[tokio::test]
async fn rejection_creates_no_password() {
    let site = Site::new().await;
    for (path, to) in [
        (ASKS.to_owned(), "https://app.example/ok?a=1&success=false"),
        (
            format!("{ASKS}&reject_url=https%3A%2F%2Fapp.example%2Fno"),
            "https://app.example/no",
        ),
        (
            "/authorize-application?app_name=Editor".to_owned(),
            "https://exemplo.com.br/",
        ),
    ] {
        let cookie = signed_in(&site, &path).await;
        let headers = [("cookie", cookie.as_str())];
        let page = site.get_with(&path, &headers).await;
        let form = format!("act=reject&form={}", form_of(&page));
        assert_eq!(
            site.submit(&path, &headers, &form).await.location(),
            (303, to)
        );
    }
    assert_eq!(site.store.app_passwords(site.admin).len(), 1);
}

#[tokio::test]
async fn a_form_of_another_page_is_rejected() {
    let site = Site::new().await;
    let cookie = signed_in(&site, ASKS).await;
    let page = site.get_with(ASKS, &[("cookie", &cookie)]).await;
    let form = format!("act=approve&form={}", form_of(&page));
    let own = ("cookie", cookie.as_str());
    let other = ASKS.replace("app.example", "evil.example");
    for (path, headers, form) in [
        (ASKS, vec![own], "act=approve"),
        (ASKS, vec![own], "act=approve&form=abc"),
        (
            ASKS,
            vec![own, ("origin", "https://evil.example")],
            form.as_str(),
        ),
        (
            ASKS,
            vec![own, ("sec-fetch-site", "cross-site")],
            form.as_str(),
        ),
        (other.as_str(), vec![own], form.as_str()),
        (ASKS, vec![], form.as_str()),
    ] {
        assert_eq!(
            site.submit(path, &headers, form).await.status,
            403,
            "{path} {form}"
        );
    }
    for origin in [
        "http://exemplo.com.br",
        "https://ana@exemplo.com.br",
        "https://exemplo.com.br/",
        "https://exemplo.com.br/pagina",
        "https://exemplo.com.br:443",
        "HTTPS://EXEMPLO.com.br",
        "ftp://exemplo.com.br",
        "null",
        "",
    ] {
        let headers = [own, ("origin", origin)];
        let answer = site.submit(ASKS, &headers, &form).await;
        assert_eq!(answer.status, 403, "{origin}");
    }
    assert_eq!(site.store.app_passwords(site.admin).len(), 1);
    // The same form from the page itself is accepted.
    let fine = [
        own,
        ("origin", "https://exemplo.com.br"),
        ("sec-fetch-site", "same-origin"),
    ];
    assert_eq!(site.submit(ASKS, &fine, &form).await.status, 303);
}

#[tokio::test]
async fn a_session_ends_by_expiry_and_by_change_of_password() {
    let site = Site::new().await;
    let cookie = signed_in(&site, ASKS).await;
    let headers = [("cookie", cookie.as_str())];
    assert!(site.get_with(ASKS, &headers).await.has("value=\"approve\""));
    site.clock.advance(jiff::SignedDuration::from_mins(15));
    assert!(!site.get_with(ASKS, &headers).await.has("value=\"approve\""));
    let cookie = signed_in(&site, ASKS).await;
    let headers = [("cookie", cookie.as_str())];
    let other = SecretString::from("another long password");
    let random = embedded::random::SeededRandom::new(3);
    let change = UserChange {
        password: Some(vault::password::hash(other, &random).await.unwrap()),
        ..UserChange::default()
    };
    site.store.update_user(site.admin, &change).await.unwrap();
    assert!(!site.get_with(ASKS, &headers).await.has("value=\"approve\""));
}

#[tokio::test]
async fn failed_sign_ins_are_reported_and_counted() {
    let site = Site::new().await;
    for (number, login) in ["admin", "ninguem"]
        .into_iter()
        .cycle()
        .take(20)
        .enumerate()
    {
        let form = format!("act=sign_in&login={login}&password=errada{number}");
        let answer = site.submit(ASKS, &[], &form).await;
        assert_eq!(answer.status, 401, "{number}");
        assert!(answer.has("Usuário ou senha não conferem."));
        assert_eq!(answer.header("set-cookie"), "");
    }
    let form = format!(
        "act=sign_in&login=admin&password={}",
        site.password.replace(' ', "+")
    );
    let answer = site.submit(ASKS, &[], &form).await;
    assert_eq!(answer.status, 429, "even the right one");
    site.clock.advance(jiff::SignedDuration::from_mins(15));
    assert_eq!(site.submit(ASKS, &[], &form).await.status, 303);
}

#[tokio::test]
async fn unsafe_redirect_urls_are_rejected_before_sign_in() {
    let site = Site::new().await;
    for query in [
        "success_url=javascript:alert(1)",
        "success_url=http%3A%2F%2Fapp.example%2F",
        "reject_url=data:text/html,x",
        "success_url=/caminho",
        "app_id=nada",
    ] {
        let page = site
            .get(&format!("/authorize-application?app_name=X&{query}"))
            .await;
        assert_eq!(page.status, 400, "{query}");
    }
}

#[tokio::test]
async fn the_policy_of_the_form_names_origins_and_nothing_else() {
    let site = Site::new().await;
    for host in [
        "*",
        "*.app.example",
        "app.example;img-src",
        "app.example,evil.example",
    ] {
        let host = host
            .replace('*', "%2A")
            .replace(';', "%3B")
            .replace(',', "%2C");
        let path =
            format!("/authorize-application?app_name=X&success_url=https%3A%2F%2F{host}%2Fx");
        assert_eq!(site.get(&path).await.status, 400, "{host}");
    }
    let path = "/authorize-application?app_name=X&success_url=https%3A%2F%2FApp.example%3A8443%2Fa%3Bb%3Fc%3D%2A\
                &reject_url=meuapp%3A%2F%2Fnao%2F%3Bframe-ancestors%20%2A";
    let cookie = signed_in(&site, path).await;
    let page = site.get_with(path, &[("cookie", &cookie)]).await;
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("; form-action 'self' https://app.example:8443 meuapp:; base-uri"),
        "{policy}"
    );
    assert!(!policy.contains('*'), "{policy}");
}

#[tokio::test]
async fn hsts_is_sent_over_https_only() {
    const HSTS: &str = "strict-transport-security";
    let site = Site::new().await;
    for path in ["/", "/nada/", ASKS] {
        assert_eq!(site.get(path).await.header(HSTS), "max-age=31536000");
    }
    let plain = Site::with(site_pages::Options::at("http://127.0.0.1:8081")).await;
    assert_eq!(plain.get("/").await.header(HSTS), "");
    let proxied = plain.get_with("/", &[("x-forwarded-proto", "https")]).await;
    assert_eq!(proxied.header(HSTS), "max-age=31536000");
}
