//! The client's pages and the page to set a password, and the mails that lead to them.

use domain::platform::approval::ROUND_INTERVAL;
use http::Method;
use pauta_tests::agency::{Call, Content};
use pauta_tests::stage::{NEW_PASSWORD, Stage};
use serde_json::{Value, json};

use super::{MISPLACED, Walk, Walking, searched, stage};

fn form(path: &str, fields: String) -> Call {
    Call {
        method: Method::POST,
        path: path.to_owned(),
        content: Content::Fields(fields),
    }
}

async fn ask(stage: &Stage, call: Call) {
    stage.agency.ask(None, call).await;
}

/// The client's pages.
async fn approval() -> Walk {
    let (stage, moods) = stage().await;
    moods.mail_fails(true);
    for _ in 0..4 {
        stage.of_post("request-approval", Value::Null).await;
        stage.work().await;
        stage.agency.clock.advance(ROUND_INTERVAL);
    }
    moods.mail_fails(false);
    let page = stage.client_page().await;
    stage.work().await;
    let routes = ["", "/imagem", "/aprovar", "/rejeitar", "/ajustes", "/outra"];
    for operations in 0..8 {
        moods.store_fails_after(operations);
        for route in routes {
            ask(&stage, Call::get(format!("{page}{route}"))).await;
            let answer = format!("{page}{route}");
            ask(&stage, form(&answer, String::new())).await;
            moods.store_fails_after(operations);
        }
    }
    moods.store_works();
    for route in routes {
        ask(&stage, Call::get(format!("{page}{route}?x={MISPLACED}"))).await;
        ask(&stage, Call::get(format!("/aprovacao/{MISPLACED}{route}"))).await;
        ask(
            &stage,
            form(&format!("{page}{route}"), format!("outro={MISPLACED}")),
        )
        .await;
        let json = Call::post(format!("{page}{route}"), json!({ "x": MISPLACED }));
        ask(&stage, json).await;
    }
    stage.work().await;
    for route in ["approvals", "events", "checklist"] {
        let path = format!("/posts/{}/{route}", stage.objects.post);
        let call = Call::get(format!("/api/v1{path}"));
        stage.agency.ask(Some(&stage.chief), call).await;
    }
    searched("the client's pages", &stage.agency, &moods).await
}

/// The page behind links to set a password.
async fn password() -> Walk {
    let (stage, moods) = stage().await;
    let email = json!({ "email": stage.chief.user.email });
    moods.mail_fails(true);
    for _ in 0..3 {
        let call = Call::post("/api/v1/auth/password-reset", email.clone());
        ask(&stage, call).await;
    }
    moods.mail_fails(false);
    ask(&stage, Call::post("/api/v1/auth/password-reset", email)).await;
    let token = stage.agency.mailed_token();
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
        ask(&stage, Call::get(link)).await;
    }
    ask(&stage, choice(NEW_PASSWORD, MISPLACED)).await;
    ask(&stage, choice("curta", "curta")).await;
    ask(&stage, form(page, format!("new_password={MISPLACED}"))).await;
    let json = Call::post(
        page,
        json!({ "token": token, "new_password": NEW_PASSWORD }),
    );
    ask(&stage, json).await;
    for operations in 0..12 {
        moods.store_fails_after(operations);
        ask(&stage, choice(NEW_PASSWORD, NEW_PASSWORD)).await;
    }
    moods.store_works();
    ask(&stage, choice(NEW_PASSWORD, NEW_PASSWORD)).await;
    searched("the page to set a password", &stage.agency, &moods).await
}

/// All of it.
pub fn walks() -> Vec<Walking> {
    vec![Box::pin(approval()), Box::pin(password())]
}
