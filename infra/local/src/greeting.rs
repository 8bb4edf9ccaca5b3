//! What a person at the terminal reads after the start.

use secrecy::ExposeSecret as _;

use crate::parts::Data;
use crate::system::System;

/// The lines of the greeting: after the first start with the new logins, later without.
pub fn lines(system: &System) -> Vec<String> {
    let api = system.platform_url();
    let mut lines = vec![
        format!("Platform  {api}/api/v1"),
        format!(
            "Site      {} (REST root {})",
            system.site_url(),
            system.rest_root()
        ),
    ];
    match system.data() {
        Data::Memory => lines.push(format!("Mail      kept in memory: {api}/dev/mailbox")),
        Data::Folder(folder) => lines.push(format!(
            "Mail      kept: {api}/dev/mailbox and {}",
            folder.join("outbox").display()
        )),
    }
    match (system.administrator(), system.administrator_email()) {
        (Some(admin), _) => {
            lines.push(format!(
                "Sign in   {}  password: {}",
                admin.email, admin.password
            ));
            lines.push(
                "          (shown this once; the code of the second step arrives in the mailbox)"
                    .to_owned(),
            );
        }
        (None, Some(email)) => lines.push(format!(
            "Sign in   {email}  (the password was shown at the first start)"
        )),
        (None, None) => {}
    }
    if let Some(login) = system.site_sign_in() {
        lines.push(format!(
            "On site   {}  password: {}",
            login.user,
            login.password.expose_secret()
        ));
        lines.push(format!(
            "          (shown this once; for {}/authorize-application, where programs are let in)",
            system.site_url()
        ));
    }
    lines.push(String::new());
    lines.push("Try next:".to_owned());
    let email = system.administrator_email().unwrap_or("you@example.com");
    lines.push(format!(
        "  curl -s {api}/api/v1/auth/login -H 'content-type: application/json' -d '{{\"email\":\"{email}\",\"password\":\"…\"}}'"
    ));
    lines.push(
        "  cargo run -- demo     the whole story: draft, approval on a phone, publication"
            .to_owned(),
    );
    lines.push("Ctrl-C stops; everything is kept.".to_owned());
    lines
}
