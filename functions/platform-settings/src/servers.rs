//! Rules for values that belong to one server: they are complete, and a secret is not used for another server than the
//! one it was given for.

use std::collections::BTreeMap;

use mailer::{Sender, Tls};
use outbound::{Guard, Refused};
use platform_http::{ApiError, Code};
use secrecy::{ExposeSecret, SecretString};
use settings::{Changes, Saved, SettingGroup, SettingKey as Key};

type Values = BTreeMap<Key, SecretString>;

fn text(values: &Values, key: Key) -> Option<&str> {
    values.get(&key).map(ExposeSecret::expose_secret)
}

/// Judges the mail server and the messaging channel as they are after `changes`. Only groups of which something
/// changes are judged.
///
/// # Errors
/// 422 with every value that is missing or does not fit.
pub(crate) fn check(guard: &Guard, before: &Saved, changes: &Changes) -> Result<(), ApiError> {
    let after = before.after(changes);
    let changes_any = |group| changes.keys().any(|key| key.group() == group);
    let mut issues = Vec::new();
    if changes_any(SettingGroup::Mail) {
        issues.extend(of_mail(guard, before, changes, &after));
    }
    if changes_any(SettingGroup::Messaging) {
        issues.extend(of_messaging(guard, before, changes, &after));
    }
    if issues.is_empty() {
        return Ok(());
    }
    let refused = ApiError::new(Code::InvalidFields);
    Err(issues
        .into_iter()
        .fold(refused, |refused, (code, key, message)| {
            refused.issue(code, key.name(), message)
        }))
}

/// Port of a mail server without one of its own.
const DEFAULT_PORT: u16 = 587;

type Issue = (&'static str, Key, &'static str);

/// Whether `secret` is saved and stays while one of `addresses` changes.
fn follows_an_address(
    before: &Saved,
    changes: &Changes,
    after: &Values,
    secret: Key,
    addresses: &[Key],
) -> bool {
    let moved = |key: &Key| text(&before.values, *key) != text(after, *key);
    before.values.contains_key(&secret)
        && !changes.contains_key(&secret)
        && addresses.iter().any(moved)
}

fn of_mail(guard: &Guard, before: &Saved, changes: &Changes, after: &Values) -> Vec<Issue> {
    let has = |key| after.contains_key(&key);
    let mut issues = Vec::new();
    if !after.keys().any(|key| key.group() == SettingGroup::Mail) {
        return issues;
    }
    let Some(host) = text(after, Key::SmtpHost) else {
        let message = "Informe o servidor de e-mail, ou apague também os outros dados salvos dele.";
        return vec![("required", Key::SmtpHost, message)];
    };
    issues.extend(of_address(guard, host, text(after, Key::SmtpPort)));
    if follows_an_address(before, changes, after, Key::SmtpPassword, &[Key::SmtpHost]) {
        let message = "O servidor de e-mail mudou: informe a senha de novo, ou null para apagá-la.";
        issues.push(("required", Key::SmtpPassword, message));
    } else if has(Key::SmtpUser) && !has(Key::SmtpPassword) {
        let message = "Informe a senha deste usuário no servidor de e-mail.";
        issues.push(("required", Key::SmtpPassword, message));
    } else if has(Key::SmtpPassword) && !has(Key::SmtpUser) {
        let message = "Informe o usuário desta senha no servidor de e-mail.";
        issues.push(("required", Key::SmtpUser, message));
    }
    if text(after, Key::SmtpTls) == Some("none") && !Tls::None.is_permitted_for(host) {
        let message =
            "Sem criptografia, só um servidor desta mesma máquina. Use starttls ou implicit.";
        issues.push(("invalid_value", Key::SmtpTls, message));
    }
    let is_sender = |from: &str| from.parse::<Sender>().is_ok();
    if text(after, Key::MailFrom).is_some_and(|from| !is_sender(from)) {
        let message = "Informe um endereço, por exemplo Pauta <pauta@exemplo.com.br>.";
        issues.push(("invalid_value", Key::MailFrom, message));
    }
    issues
}

/// Whether the mail server may be called. Its name is resolved and checked again at each connection.
fn of_address(guard: &Guard, host: &str, port: Option<&str>) -> Option<Issue> {
    let port = port.and_then(|port| port.parse().ok());
    match guard.check_mail_server(host, port.unwrap_or(DEFAULT_PORT)) {
        Ok(()) => None,
        Err(Refused::Port(_)) => Some((
            "invalid_value",
            Key::SmtpPort,
            "Esta porta não é de um servidor de e-mail. As usuais são 587 e 465.",
        )),
        Err(_) => Some((
            "invalid_value",
            Key::SmtpHost,
            "Este endereço não é permitido: informe um servidor público, por exemplo smtp.exemplo.com.br.",
        )),
    }
}

fn of_messaging(guard: &Guard, before: &Saved, changes: &Changes, after: &Values) -> Vec<Issue> {
    let addresses = [Key::MessagingProvider, Key::MessagingUrl];
    let secrets = [Key::MessagingToken, Key::MessagingSecurityToken]
        .into_iter()
        .filter(|secret| follows_an_address(before, changes, after, *secret, &addresses))
        .map(|secret| {
            let message =
                "O serviço de mensagens mudou: informe esta chave de novo, ou null para apagá-la.";
            ("required", secret, message)
        });
    let url = text(after, Key::MessagingUrl);
    // Its name is resolved and checked again at each connection.
    let refused = url.filter(|url| guard.check_url(url).is_err());
    let address = refused.map(|_| {
        let message = "Este endereço não é permitido: informe um servidor público, por exemplo https://api.exemplo.com.br.";
        ("invalid_value", Key::MessagingUrl, message)
    });
    secrets.chain(address).collect()
}
