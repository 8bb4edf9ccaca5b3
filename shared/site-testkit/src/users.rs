//! Users of a test site with their application passwords.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::request::Builder;
use secrecy::ExposeSecret;
use site_store::{Seed, SiteStore, UserChange};
use vault::KeyRing;

use crate::who::Who;

/// Application passwords of the users.
#[derive(Debug, Clone)]
pub struct Users(Vec<(Who, String)>);

impl Users {
    /// Sets up a site with a user of each role.
    pub async fn seed(store: &SiteStore, keyring: &KeyRing) -> Self {
        let seed = Seed {
            title: "Exemplo".to_owned(),
            login: Who::Admin.login().to_owned(),
            email: "admin@exemplo.com.br".to_owned(),
            name: "Administração".to_owned(),
            password_name: "teste".to_owned(),
            password: None,
        };
        let seeded = store.seed(keyring, &seed).await.unwrap();
        let secret = seeded.password.unwrap();
        let mut users = vec![(Who::Admin, secret.expose_secret().to_owned())];
        for who in Who::COLLEAGUES {
            let (login, role) = who.user().unwrap();
            let change = UserChange {
                login: Some(login.to_owned()),
                email: Some(format!("{login}@exemplo.com.br")),
                name: Some(login.to_owned()),
                roles: Some(vec![role]),
                ..UserChange::default()
            };
            let user = store.create_user(&change).await.unwrap();
            let created = store.create_app_password(keyring, user.id, "teste", None);
            let (_, text) = created.await.unwrap();
            users.push((who, text.expose_secret().to_owned()));
        }
        Self(users)
    }

    /// The application password of a user; empty for the public.
    pub fn secret(&self, who: Who) -> &str {
        let found = self.0.iter().find(|(known, _)| *known == who);
        found.map_or("", |(_, secret)| secret)
    }

    /// A header with credentials.
    pub fn basic(login: &str, secret: &str) -> String {
        format!("Basic {}", STANDARD.encode(format!("{login}:{secret}")))
    }

    /// A request with the credentials of a caller.
    pub fn authorize(&self, who: Who, request: Builder) -> Builder {
        if who == Who::Anonymous {
            return request;
        }
        let basic = Self::basic(who.login(), self.secret(who));
        request.header("authorization", basic)
    }
}
