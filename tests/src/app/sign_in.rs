//! Sign-in with both factors, and the mails that contain codes and links.

use serde_json::{Value, json};
use totp_rs::{Algorithm, Builder, Secret};

use super::{TestApp, TestRequest, TestResponse};

impl TestApp {
    /// First step of a sign-in.
    pub async fn log_in(&self, email: &str, password: &str) -> TestResponse {
        let body = json!({ "email": email, "password": password });
        self.ask(None, TestRequest::post("/api/v1/auth/login", body))
            .await
    }

    /// A complete sign-in with a code by e-mail; the response contains the tokens.
    pub async fn tokens(&self, email: &str, password: &str) -> Value {
        let first = self.log_in(email, password).await.expect(200).json;
        let body = json!({ "challenge": first["challenge"], "code": self.mailed_code() });
        let call = TestRequest::post("/api/v1/auth/two-factor", body);
        self.ask(None, call).await.expect(200).json
    }

    /// The code of the newest mail.
    pub fn mailed_code(&self) -> String {
        let mails = self.parts.outbox.newest_first();
        let mut numbers = mails[0].text.split(|c: char| !c.is_ascii_digit());
        numbers.find(|digits| digits.len() == 6).unwrap().to_owned()
    }

    /// The token of the newest mail's link to set a password.
    pub fn mailed_token(&self) -> String {
        let mails = self.parts.outbox.newest_first();
        let mut links = mails[0].links.iter();
        let token = links.find_map(|link| link.split_once("token="));
        token.unwrap().1.to_owned()
    }

    /// The code that an authenticator app with this secret shows at the current time.
    pub fn shown_code(&self, secret: &str) -> String {
        let app = Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(6)
            .with_step_duration(30)
            .with_secret(Secret::try_from_base32(secret).unwrap())
            .build()
            .unwrap();
        let now = self.parts.clock.now().as_second();
        app.generate(now.unsigned_abs()).to_string()
    }
}
