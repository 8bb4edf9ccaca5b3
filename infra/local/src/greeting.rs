//! What a person at the terminal reads after the start.

use secrecy::ExposeSecret as _;

use crate::first_start::Prepared;
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
    match (system.mail_server(), system.data()) {
        (Some(server), _) => lines.push(format!("Mail      leaves through {server}")),
        (None, Data::Memory) => lines.push(format!("Mail      kept in memory: {api}/dev/mailbox")),
        (None, Data::Folder(folder)) => lines.push(format!(
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
                "          (shown this once; the code of the second step arrives by mail)"
                    .to_owned(),
            );
        }
        (None, Some(email)) => {
            lines.push(format!(
                "Sign in   {email}  (the password was shown at the first start)"
            ));
            lines.push(format!(
                "          (forgotten? POST {api}/api/v1/auth/password-reset mails a link)"
            ));
        }
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
    let password = system
        .administrator()
        .map(|admin| admin.password.as_str())
        .filter(|password| is_plain(password))
        .unwrap_or("…");
    lines.push(format!(
        "  curl -s {api}/api/v1/auth/login -H 'content-type: application/json' -d '{{\"email\":\"{email}\",\"password\":\"{password}\"}}'"
    ));
    lines.push(
        "  cargo run -- demo     the whole story: draft, approval on a phone, publication"
            .to_owned(),
    );
    lines.push("Ctrl-C stops; everything is kept.".to_owned());
    lines
}

/// The lines about what a first start made where nothing is served; none at later starts.
pub fn logins(made: &Prepared) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(admin) = &made.administrator {
        lines.push(format!(
            "Platform  sign in as {}  password: {}",
            admin.email, admin.password
        ));
    }
    if let Some(login) = &made.site_sign_in {
        lines.push(format!(
            "Site      sign in as {}  password: {}",
            login.user,
            login.password.expose_secret()
        ));
    }
    if !lines.is_empty() {
        lines.push("          (shown this once; `cargo run` serves both)".to_owned());
    }
    lines
}

/// Whether a shell and JSON take the text as it is.
fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
