//! Secrets are stored sealed, and no error repeats them.

use service_fakes::Service;
use site_mailbox::Provider;

use crate::app::{TestApp, services};

#[tokio::test]
async fn stored_records_have_neither_tokens_nor_addresses_in_clear() {
    for provider in Provider::ALL {
        let app = TestApp::new().await;
        app.connect(provider).await;
        let (tokens, _) = services(provider);
        let answers = app.fakes.calls(tokens);
        let exchange = answers.iter().find(|call| call.path.ends_with("/token"));
        let code = exchange.unwrap().body.as_ref().unwrap()["code"]
            .as_str()
            .unwrap();
        let scan = app.engine.client().scan().table_name("site");
        let page = scan.send().await.unwrap();
        let stored: Vec<String> = page
            .items()
            .iter()
            .map(|item| format!("{item:?}"))
            .collect();
        assert!(!stored.is_empty());
        for text in stored {
            for secret in [
                code,
                "segredo-do-cliente",
                "ya29.",
                "1//0",
                "EwB4",
                "M.R3",
                "contato@",
            ] {
                assert!(!text.contains(secret), "{secret} in {text}");
            }
        }
    }
}

#[tokio::test]
async fn what_a_provider_repeats_of_a_secret_is_masked() {
    let app = TestApp::new().await;
    app.connect(Provider::Google).await;
    app.wait(70);
    app.fakes.fail_next(Service::GoogleOauth, "invalid_client");
    let failed = app.send().await.unwrap_err();
    assert!(!failed.to_string().contains("segredo"), "{failed}");
    assert!(!format!("{:?}", app.mailbox().open().await).contains("ya29"));
}
