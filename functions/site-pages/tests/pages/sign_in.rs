//! Sign-in throttling on the authorisation page.

use std::net::IpAddr;

use axum::body::Body;
use http::{Request, header};
use http_edge::ClientAddress;
use secrecy::SecretString;
use site_store::UserChange;

use crate::support::{Answer, Site};

const PAGE: &str = "/authorize-application?app_name=Editor";
const MAIL: &str = "admin%40exemplo.com.br";

/// Signs in from `address`, with a cookie unless it is empty.
async fn sign_in(site: &Site, address: &str, cookie: &str, login: &str, password: &str) -> Answer {
    let form = format!("act=sign_in&login={login}&password={password}");
    let address: IpAddr = address.parse().unwrap();
    let mut request = Request::post(PAGE)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::HOST, "exemplo.com.br")
        .extension(ClientAddress(Some(address)));
    if !cookie.is_empty() {
        request = request.header(header::COOKIE, cookie);
    }
    site.send(request.body(Body::from(form)).unwrap()).await
}

fn right(site: &Site) -> String {
    site.password.replace(' ', "+")
}

/// The cookie of a device that signs in now.
async fn known(site: &Site, address: &str) -> String {
    let answer = sign_in(site, address, "", "admin", &right(site)).await;
    assert_eq!(answer.status, 303);
    let mut set = answer.headers.get_all(header::SET_COOKIE).iter();
    let device = set.find_map(|value| {
        let value = value.to_str().unwrap();
        value.starts_with("site-device-").then_some(value)
    });
    let device = device.unwrap();
    for part in [
        "HttpOnly",
        "SameSite=Strict",
        "Secure",
        "Path=/authorize-application",
    ] {
        assert!(device.split("; ").any(|one| one == part), "{device}");
    }
    device.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn ten_from_one_address_at_one_account_under_any_of_its_names() {
    let site = Site::new().await;
    for number in 0..10 {
        let login = ["admin", MAIL, "ADMIN", "+admin+"][number % 4];
        let answer = sign_in(&site, "203.0.113.1", "", login, "errada").await;
        assert_eq!(answer.status, 401, "{number}");
    }
    for login in ["admin", MAIL] {
        let refused = sign_in(&site, "203.0.113.1", "", login, &right(&site)).await;
        assert_eq!(refused.status, 429);
        let wait: u64 = refused.header("retry-after").parse().unwrap();
        assert!((890..=900).contains(&wait), "{wait}");
    }
    // Other addresses are not affected, and this one is unblocked after the window.
    let other = sign_in(&site, "203.0.113.2", "", "admin", &right(&site)).await;
    assert_eq!(other.status, 303);
    site.clock.advance(jiff::SignedDuration::from_mins(15));
    let again = sign_in(&site, "203.0.113.1", "", "admin", &right(&site)).await;
    assert_eq!(again.status, 303);
}

#[tokio::test]
async fn twenty_at_one_account_from_all_addresses_together() {
    let site = Site::new().await;
    let known = known(&site, "203.0.113.1").await;
    for place in 0..20 {
        let address = format!("198.51.100.{place}");
        let login = if place % 2 == 0 { "admin" } else { MAIL };
        let answer = sign_in(&site, &address, "", login, "errada").await;
        assert_eq!(answer.status, 401, "{place}");
    }
    let stranger = sign_in(&site, "203.0.113.1", "", "admin", &right(&site)).await;
    assert_eq!(stranger.status, 429);
    // The browser that signed in before does so again, wherever it is and whatever name is typed.
    for (address, login) in [("203.0.113.1", "admin"), ("198.51.100.1", MAIL)] {
        let answer = sign_in(&site, address, &known, login, &right(&site)).await;
        assert_eq!(answer.status, 303);
    }
}

#[tokio::test]
async fn twenty_from_one_address_at_all_accounts_together() {
    let site = Site::new().await;
    for number in 0..20 {
        let login = format!("ninguem{number}");
        let answer = sign_in(&site, "203.0.113.1", "", &login, "errada").await;
        assert_eq!(answer.status, 401, "{number}");
    }
    let refused = sign_in(&site, "203.0.113.1", "", "admin", &right(&site)).await;
    assert_eq!(refused.status, 429);
}

#[tokio::test]
async fn a_known_browser_has_ten_of_its_own() {
    let site = Site::new().await;
    let known = known(&site, "203.0.113.1").await;
    for number in 0..10 {
        let answer = sign_in(&site, "203.0.113.1", &known, "admin", "errada").await;
        assert_eq!(answer.status, 401, "{number}");
    }
    let refused = sign_in(&site, "203.0.113.1", &known, "admin", &right(&site)).await;
    assert_eq!(refused.status, 429);
    let stranger = sign_in(&site, "203.0.113.1", "", "admin", &right(&site)).await;
    assert_eq!(stranger.status, 303);
    // The cookie is not valid for another account.
    let other = sign_in(&site, "203.0.113.1", &known, "ninguem", "errada").await;
    assert_eq!(other.status, 401);
}

#[tokio::test]
async fn a_rejection_is_identical_and_costs_the_same_for_every_login() {
    let site = Site::new().await;
    // One without a password of their own.
    let change = UserChange {
        login: Some("bia".to_owned()),
        email: Some("bia@exemplo.com.br".to_owned()),
        ..UserChange::default()
    };
    site.store.create_user(&change).await.unwrap();
    // The first request of a process also looks for a snapshot of the read model.
    site.get(PAGE).await;
    let mut seen = Vec::new();
    for (place, login) in ["admin", MAIL, "bia", "ninguem", "ninguem%40x.test", ""]
        .iter()
        .enumerate()
    {
        let address = format!("203.0.113.{place}");
        site.table.meter().take();
        let answer = sign_in(&site, &address, "", login, "errada").await;
        let operations = site.table.meter().take().operations;
        let typed = format!("value=\"{}\"", login.replace("%40", "@"));
        assert!(answer.has(&typed), "{login}");
        let text = answer.text.replace(&typed, "value=\"\"");
        seen.push((answer.status, text, operations));
    }
    for (place, (status, text, operations)) in seen.iter().enumerate() {
        assert_eq!((status, operations), (&401, &seen[0].2), "{place}");
        assert!(*text == seen[0].1, "{place}");
    }
}

#[tokio::test]
async fn a_correct_password_is_not_counted_as_failure() {
    let site = Site::new().await;
    for number in 0..25 {
        let answer = sign_in(&site, "203.0.113.1", "", "admin", &right(&site)).await;
        assert_eq!(answer.status, 303, "{number}");
    }
}

#[tokio::test]
async fn a_password_of_one_letter_signs_in_when_the_interface_took_it() {
    let site = Site::new().await;
    let random = embedded::random::SeededRandom::new(3);
    let hash = vault::password::hash(SecretString::from("x"), &random);
    let change = UserChange {
        password: Some(hash.await.unwrap()),
        ..UserChange::default()
    };
    site.store.update_user(site.admin, &change).await.unwrap();
    let answer = sign_in(&site, "203.0.113.1", "", "admin", "x").await;
    assert_eq!(answer.status, 303);
}
