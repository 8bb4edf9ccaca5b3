//! Validates request bodies and converts them to records.

use std::collections::BTreeSet;

use domain::direction;
use domain::platform::access::{Actor, Permission, Scope};
use domain::platform::body_form::BodyFormChoice;
use domain::platform::id::UserId;
use domain::platform::limits::{AUDIENCE_CHARS, SITE_NAME_CHARS};
use domain::platform::phone::Phone;
use domain::platform::site_record::{DEFAULT_LANGUAGE, Site};
use host_access::address_fault;
use outbound::Guard;
use platform_http::{ApiError, Code, Issues};
use platform_store::MOST_MEMBERS;
use secrecy::{ExposeSecret, SecretString};

use crate::wire::{Patch, SiteInput};
use crate::{address, contact, language};

/// Longest login in characters.
const LOGIN_CHARS: usize = 200;
/// Longest password in characters.
const PASSWORD_CHARS: usize = 500;
/// Why a member's change is refused.
const ADMINISTRATION: &str = "Só a pessoa responsável pelo site, gerentes e a administração mudam as pessoas, o endereço e o acesso.";

/// Sound values of one request. What is absent stays as it is.
#[derive(Debug, Default)]
pub(crate) struct Sound {
    owner: Option<UserId>,
    members: Option<Vec<UserId>>,
    name: Option<String>,
    url: Option<String>,
    host_user: Patch<String>,
    password: PasswordChange,
    email: Patch<String>,
    whatsapp: Patch<String>,
    sitemap_url: Patch<String>,
    channel: Option<domain::platform::site_record::NotificationChannel>,
    language: Patch<String>,
    audience: Patch<String>,
    body_form: Option<BodyFormChoice>,
}

/// What a request does to the password.
#[derive(Debug, Clone, Default)]
pub(crate) enum PasswordChange {
    /// Nothing.
    #[default]
    Keep,
    /// Replaces it.
    Set(SecretString),
    /// Removes it.
    Clear,
}

/// Judges what was sent by `actor`. For a new site name and address must be there.
///
/// # Errors
/// 422 with every invalid field.
pub(crate) async fn judge(
    input: SiteInput,
    actor: &Actor,
    guard: &Guard,
    is_new: bool,
) -> Result<Sound, ApiError> {
    let mut issues = Issues::default();
    let mut sound = Sound {
        channel: input.notification_channel.map(Into::into),
        body_form: input.body_form.map(Into::into),
        ..Sound::default()
    };
    if actor.scope(Permission::SitesEdit) == Scope::All {
        match input.user_id {
            Some(0) => issues.add("unknown_person", "user_id", "Esta pessoa não existe."),
            owner => sound.owner = owner.map(UserId),
        }
    }
    if let Some(ids) = input.member_ids {
        sound.members = members(ids, &mut issues);
    }
    sound.name = name(input.name, is_new, &mut issues);
    sound.url = url(input.url, is_new, guard, &mut issues).await;
    sound.host_user = text(input.host_user, |login| {
        let plain = login.chars().count() <= LOGIN_CHARS
            && !login.contains(|c: char| c == ':' || c.is_control());
        plain.then_some(login).ok_or_else(|| {
            issues.add(
                "invalid_login",
                "host_user",
                "O usuário pode ter até 200 caracteres e não pode conter dois-pontos.",
            );
        })
    });
    sound.password = password(input.host_password, &mut issues);
    sound.email = text(input.email, |email| {
        let good = contact::is_email(&email);
        good.then_some(email).ok_or_else(|| {
            issues.add(
                "invalid_email",
                "email",
                "Informe um e-mail válido, por exemplo cliente@exemplo.com.br.",
            );
        })
    });
    sound.whatsapp = text(input.whatsapp, |number| {
        let number = Phone::international(&number).map(|phone| phone.to_string());
        number.ok_or_else(|| {
            issues.add(
                "invalid_number",
                "whatsapp",
                "Informe o número com o código do país e o DDD, por exemplo +5511999990000.",
            );
        })
    });
    sound.sitemap_url = sitemap_url(input.sitemap_url, guard, &mut issues).await;
    generation_fields(input.language, input.audience, &mut sound, &mut issues);
    // An invalid address alone has a code of its own; among other issues it is one of them.
    let code = if issues.fields().all(|field| field == "url") {
        Code::InvalidSiteAddress
    } else {
        Code::InvalidFields
    };
    issues.refuse_as(code)?;
    Ok(sound)
}

/// Trims a text that may be cleared; an empty one counts as `null`.
fn text(value: Patch<String>, judge: impl FnOnce(String) -> Result<String, ()>) -> Patch<String> {
    match value {
        Patch::Absent => Patch::Absent,
        Patch::Clear => Patch::Clear,
        Patch::Set(text) if text.trim().is_empty() => Patch::Clear,
        Patch::Set(text) => judge(text.trim().to_owned()).map_or(Patch::Absent, Patch::Set),
    }
}

/// Judges what texts are generated for: their language and their readers.
fn generation_fields(
    tag: Patch<String>,
    audience: Patch<String>,
    sound: &mut Sound,
    issues: &mut Issues,
) {
    sound.language = text(tag, |tag| {
        language::normalised(&tag).ok_or_else(|| {
            issues.add(
                "invalid_language",
                "language",
                "Informe um código de idioma válido, por exemplo pt-BR.",
            );
        })
    });
    sound.audience = text(audience, |audience| {
        let is_plain = !audience.contains(|c: char| c.is_control() && c != '\n' && c != '\r');
        let good = is_plain && audience.chars().count() <= AUDIENCE_CHARS;
        good.then_some(audience).ok_or_else(|| {
            issues.add(
                "invalid_audience",
                "audience",
                "A descrição do público pode ter até 500 caracteres, sem caracteres de controle.",
            );
        })
    });
}

fn members(ids: Vec<u64>, issues: &mut Issues) -> Option<Vec<UserId>> {
    let mut members: Vec<UserId> = Vec::new();
    for id in ids {
        if !members.contains(&UserId(id)) {
            members.push(UserId(id));
        }
        if members.len() > MOST_MEMBERS {
            issues.add("too_many", "member_ids", "Um site pode ter até 30 membros.");
            return None;
        }
    }
    if members.contains(&UserId(0)) {
        issues.add("unknown_person", "member_ids", "A pessoa 0 não existe.");
        return None;
    }
    Some(members)
}

fn name(name: Option<String>, is_new: bool, issues: &mut Issues) -> Option<String> {
    let Some(name) = name else {
        if is_new {
            issues.add("required", "name", "Informe o nome do site.");
        }
        return None;
    };
    let name = direction::without_controls(&name).trim().to_owned();
    let length = name.chars().count();
    if (1..=SITE_NAME_CHARS).contains(&length) && !name.contains(char::is_control) {
        return Some(name);
    }
    issues.add(
        "invalid_name",
        "name",
        "O nome deve ter de 1 a 200 caracteres, em uma só linha.",
    );
    None
}

async fn url(
    url: Option<String>,
    is_new: bool,
    guard: &Guard,
    issues: &mut Issues,
) -> Option<String> {
    match url {
        None if is_new => {
            issues.add("required", "url", "Informe o endereço do site.");
            None
        }
        None => None,
        Some(url) => match address::of_site(guard, &url).await {
            Ok(url) => Some(url),
            Err(reason) => {
                issues.add("invalid_address", "url", address_fault(reason));
                None
            }
        },
    }
}

async fn sitemap_url(value: Patch<String>, guard: &Guard, issues: &mut Issues) -> Patch<String> {
    match text(value, Ok) {
        Patch::Set(sitemap) => match address::of_sitemap(guard, &sitemap).await {
            Ok(url) => Patch::Set(url),
            Err(reason) => {
                issues.add("invalid_address", "sitemap_url", address_fault(reason));
                Patch::Absent
            }
        },
        other => other,
    }
}

fn password(value: Patch<crate::wire::Password>, issues: &mut Issues) -> PasswordChange {
    match value {
        Patch::Absent => PasswordChange::Keep,
        Patch::Clear => PasswordChange::Clear,
        Patch::Set(password) => {
            let text = password.0.expose_secret();
            let sound = !text.trim().is_empty()
                && text.chars().count() <= PASSWORD_CHARS
                && !text.contains(char::is_control);
            if !sound {
                issues.add(
                    "invalid_password",
                    "host_password",
                    "Envie a senha de aplicativo, com até 500 caracteres, ou null para apagá-la.",
                );
            }
            PasswordChange::Set(password.0)
        }
    }
}

impl Sound {
    /// Refuses changes that only those who administer the site may make: of its members, address and login. A value that stays as
    /// it is counts as no change, because forms send all fields back.
    ///
    /// # Errors
    /// 403 with every changed field.
    pub(crate) fn check_administration(
        &self,
        actor: &Actor,
        before: &Site,
        after: &Site,
    ) -> Result<(), ApiError> {
        if actor.administers_site(before.user_id) {
            return Ok(());
        }
        let sets_password = match self.password {
            PasswordChange::Keep => false,
            PasswordChange::Set(_) => true,
            PasswordChange::Clear => before.host_password_set,
        };
        let members = |site: &Site| site.member_ids.iter().copied().collect::<BTreeSet<_>>();
        let changes = [
            ("member_ids", members(before) != members(after)),
            ("url", before.url != after.url),
            ("host_user", before.host_user != after.host_user),
            ("host_password", sets_password),
        ];
        let mut refusal = ApiError::from(Code::Forbidden).message(ADMINISTRATION);
        for (field, _) in changes.iter().filter(|(_, is_changed)| *is_changed) {
            refusal = refusal.issue("owner_only", field, ADMINISTRATION);
        }
        if refusal.issues().is_empty() {
            Ok(())
        } else {
            Err(refusal)
        }
    }

    /// Writes the values to `site`. Returns the change of the password, which is removed when the address is no
    /// longer the one for which it was entered.
    pub(crate) fn apply(&self, site: &mut Site) -> PasswordChange {
        let mut password = self.password.clone();
        if let Some(owner) = self.owner {
            site.user_id = owner;
        }
        if let Some(members) = &self.members {
            site.member_ids.clone_from(members);
        }
        let owner = site.user_id;
        site.member_ids.retain(|member| *member != owner);
        if let Some(name) = &self.name {
            site.name.clone_from(name);
        }
        if let Some(url) = self.url.as_ref().filter(|url| **url != site.url) {
            // Identifiers that were stored without their host belong to the one before the first change.
            if site.first_origin.is_none() {
                site.first_origin = Some(site.host_origin());
            }
            site.rest_root = None;
            site.rest_namespace = None;
            site.host_uses_blocks = None;
            if matches!(password, PasswordChange::Keep)
                && site.host_password_set
                && !address::keeps_password(&site.url, url)
            {
                password = PasswordChange::Clear;
            }
            site.url.clone_from(url);
        }
        put(&self.host_user, &mut site.host_user);
        put(&self.email, &mut site.email);
        put(&self.whatsapp, &mut site.whatsapp);
        put(&self.sitemap_url, &mut site.sitemap_url);
        if let Some(channel) = self.channel {
            site.notification_channel = channel;
        }
        if let Some(form) = self.body_form {
            site.body_form = form;
        }
        put_text(&self.language, DEFAULT_LANGUAGE, &mut site.language);
        put_text(&self.audience, "", &mut site.audience);
        match password {
            PasswordChange::Keep => {}
            PasswordChange::Set(_) => site.host_password_set = true,
            PasswordChange::Clear => site.host_password_set = false,
        }
        site.solicitacao_aprovacao_default =
            Site::has_contact(site.email.as_deref(), site.whatsapp.as_deref());
        password
    }
}

/// Writes a text that has a default value, which `null` restores.
fn put_text(value: &Patch<String>, default: &str, place: &mut String) {
    match value {
        Patch::Absent => {}
        Patch::Clear => default.clone_into(place),
        Patch::Set(text) => place.clone_from(text),
    }
}

fn put(value: &Patch<String>, place: &mut Option<String>) {
    match value {
        Patch::Absent => {}
        Patch::Clear => *place = None,
        Patch::Set(text) => *place = Some(text.clone()),
    }
}
