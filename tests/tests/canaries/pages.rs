//! The client's pages, the page to set a password, and the mails that link to them.

use domain::platform::approval::ROUND_INTERVAL;
use pauta_tests::app::TestRequest;
use pauta_tests::prepared_app::{NEW_PASSWORD, PreparedApp};
use serde_json::{Value, json};

use super::{MISPLACED, Walk, Walking, prepared, searched};

fn form(path: &str, fields: String) -> TestRequest {
    TestRequest::form(path, fields)
}

async fn ask(prepared: &PreparedApp, call: TestRequest) {
    prepared.app.ask(None, call).await;
}

/// The client's pages.
async fn approval() -> Walk {
    let (prepared, failures) = prepared().await;
    failures.mail_fails(true);
    for _ in 0..4 {
        prepared.of_post("request-approval", Value::Null).await;
        prepared.work().await;
        prepared.app.clock.advance(ROUND_INTERVAL);
    }
    failures.mail_fails(false);
    let page = prepared.client_page().await;
    prepared.work().await;
    let routes = ["", "/imagem", "/aprovar", "/rejeitar", "/ajustes", "/outra"];
    for operations in 0..8 {
        failures.store_fails_after(operations);
        for route in routes {
            ask(&prepared, TestRequest::get(format!("{page}{route}"))).await;
            let answer = format!("{page}{route}");
            ask(&prepared, form(&answer, String::new())).await;
            failures.store_fails_after(operations);
        }
    }
    failures.store_works();
    for route in routes {
        ask(
            &prepared,
            TestRequest::get(format!("{page}{route}?x={MISPLACED}")),
        )
        .await;
        ask(
            &prepared,
            TestRequest::get(format!("/aprovacao/{MISPLACED}{route}")),
        )
        .await;
        ask(
            &prepared,
            form(&format!("{page}{route}"), format!("outro={MISPLACED}")),
        )
        .await;
        let json = TestRequest::post(format!("{page}{route}"), json!({ "x": MISPLACED }));
        ask(&prepared, json).await;
    }
    prepared.work().await;
    for route in ["approvals", "events", "checklist"] {
        let path = format!("/posts/{}/{route}", prepared.objects.post);
        let call = TestRequest::get(format!("/api/v1{path}"));
        prepared.app.ask(Some(&prepared.admin), call).await;
    }
    searched("the client's pages", &prepared.app, &failures).await
}

/// The page to set a password.
async fn password() -> Walk {
    let (prepared, failures) = prepared().await;
    let email = json!({ "email": prepared.admin.user.email });
    failures.mail_fails(true);
    for _ in 0..3 {
        let call = TestRequest::post("/api/v1/auth/password-reset", email.clone());
        ask(&prepared, call).await;
    }
    failures.mail_fails(false);
    ask(
        &prepared,
        TestRequest::post("/api/v1/auth/password-reset", email),
    )
    .await;
    let token = prepared.app.mailed_token();
    let page = "/definir-senha";
    let choice = |password: &str, repeated: &str| {
        let fields = format!("token={token}&new_password={password}&repeated={repeated}");
        form(page, fields)
    };
    for link in [
        format!("{page}?token={token}"),
        format!("{page}?token={token}&token={token}"),
        format!("{page}?tokens={MISPLACED}"),
        format!("{page}/{MISPLACED}"),
    ] {
        ask(&prepared, TestRequest::get(link)).await;
    }
    ask(&prepared, choice(NEW_PASSWORD, MISPLACED)).await;
    ask(&prepared, choice("curta", "curta")).await;
    ask(&prepared, form(page, format!("new_password={MISPLACED}"))).await;
    let json = TestRequest::post(
        page,
        json!({ "token": token, "new_password": NEW_PASSWORD }),
    );
    ask(&prepared, json).await;
    for operations in 0..12 {
        failures.store_fails_after(operations);
        ask(&prepared, choice(NEW_PASSWORD, NEW_PASSWORD)).await;
    }
    failures.store_works();
    ask(&prepared, choice(NEW_PASSWORD, NEW_PASSWORD)).await;
    searched("the page to set a password", &prepared.app, &failures).await
}

/// All walks of this module.
pub fn walks() -> Vec<Walking> {
    vec![Box::pin(approval()), Box::pin(password())]
}
