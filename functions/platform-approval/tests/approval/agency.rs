//! The agency on the client's pages.

use http::StatusCode;
use settings::Settings;

use crate::app::TestApp;

fn of_varanda(name: &str) -> Option<String> {
    let value = match name {
        "AGENCY_NAME" => "Estúdio <Varanda>",
        "AGENCY_LOGO" => "https://varanda.example/logo.png",
        "AGENCY_REPLY_TO" => "contato@varanda.example",
        _ => return None,
    };
    Some(value.to_owned())
}

#[tokio::test]
async fn every_page_names_the_agency_and_its_address() {
    let mut app = TestApp::new().await;
    let page = app.request_approval().await;
    let own = app.get(&page).await;
    assert!(own.text.contains("<header class=\"brand\">Pauta</header>"));
    assert!(!own.text.contains("mailto:"));
    app.ports.settings = Settings::of_environment(of_varanda);
    app.reroute();
    let unknown = "/aprovacao/5f0c8f6e-6a0e-4d3c-9a57-0d8f4b8f2a11".to_owned();
    for (path, status) in [
        (page.clone(), StatusCode::OK),
        (format!("{page}/ajustes"), StatusCode::OK),
        (unknown, StatusCode::NOT_FOUND),
    ] {
        let answer = app.get(&path).await;
        assert_eq!(answer.status, status);
        let logo = "src=\"https://varanda.example/logo.png\" alt=\"Estúdio &#60;Varanda&#62;\"";
        for part in [logo, "href=\"mailto:contato@varanda.example\""] {
            assert!(answer.text.contains(part), "{part}: {}", answer.text);
        }
        assert!(!answer.text.contains(">Pauta<"));
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        let pictures = "img-src 'self' https://varanda.example;";
        assert!(policy.contains(pictures), "{policy}");
        let writer = "<span class=\"writer\">Ana Souza</span>";
        assert_eq!(answer.text.contains(writer), status == StatusCode::OK);
    }
}

#[tokio::test]
async fn settings_that_cannot_be_read_do_not_hide_a_page() {
    let mut app = TestApp::new().await;
    let page = app.request_approval().await;
    let other = vault::keyring::KeyRing::generate(&*app.ports.random);
    let table = app.ports.store.table().clone();
    let random = app.ports.random.clone();
    let saved =
        settings::SealedSettings::new(table.clone(), app.ports.keyring.clone(), random.clone());
    let name = secrecy::SecretString::from("Varanda");
    let changes = settings::Changes::from([(settings::SettingKey::AgencyName, Some(name))]);
    let nothing = settings::Saved::default();
    settings::SettingsStore::save(&saved, &nothing, &changes)
        .await
        .unwrap();
    assert!(app.get(&page).await.text.contains(">Varanda<"));
    let unreadable = settings::SealedSettings::new(table, std::sync::Arc::new(other), random);
    app.ports.settings = Settings::new(std::sync::Arc::new(unreadable), |_| None);
    app.reroute();
    let answer = app.get(&page).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.text.contains(">Pauta</header>"));
}
