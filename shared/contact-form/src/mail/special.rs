//! Special mail tags: what a mail may say about the site, the page, the visitor and the time.

use jiff::civil::DateTime;
use site_formats::date::{Names, format_date};

/// The site.
#[derive(Debug, Clone, Copy, Default)]
pub struct Site<'a> {
    /// The title.
    pub title: &'a str,
    /// The tagline.
    pub description: &'a str,
    /// The address of the home page.
    pub url: &'a str,
    /// The host name without `www.`.
    pub domain: &'a str,
    /// The address of the administration.
    pub admin_email: &'a str,
    /// Date format in PHP's letters.
    pub date_format: &'a str,
    /// Time format in PHP's letters.
    pub time_format: &'a str,
}

/// The post or page that shows the form.
#[derive(Debug, Clone, Copy)]
pub struct Post<'a> {
    /// The number.
    pub id: u64,
    /// The slug.
    pub name: &'a str,
    /// The title.
    pub title: &'a str,
    /// The address.
    pub url: &'a str,
    /// The author's display name.
    pub author: &'a str,
    /// The author's address.
    pub author_email: &'a str,
}

/// The signed-in visitor.
#[derive(Debug, Clone, Copy)]
pub struct User<'a> {
    /// The login.
    pub login: &'a str,
    /// The e-mail address.
    pub email: &'a str,
    /// The web address.
    pub url: &'a str,
    /// The first name.
    pub first_name: &'a str,
    /// The last name.
    pub last_name: &'a str,
    /// The nickname.
    pub nickname: &'a str,
    /// The display name.
    pub display_name: &'a str,
}

/// What a mail may say beside the fields.
#[derive(Debug, Clone, Copy)]
pub struct MailContext<'a> {
    /// The site.
    pub site: Site<'a>,
    /// The post that shows the form; none when it stands elsewhere.
    pub post: Option<Post<'a>>,
    /// The signed-in visitor.
    pub user: Option<User<'a>>,
    /// The time in the site's zone.
    pub now: DateTime,
    /// Names of months and weekdays in the site's language; none for English.
    pub names: Option<Names<'a>>,
    /// The visitor's network address.
    pub remote_ip: &'a str,
    /// The visitor's user agent.
    pub user_agent: &'a str,
    /// The referring page, or the address of the request.
    pub url: &'a str,
    /// The number of the submission, when submissions are counted.
    pub serial_number: Option<u64>,
    /// Number of fields with errors.
    pub invalid_fields: usize,
}

impl<'a> MailContext<'a> {
    /// The value of a special tag; none for a name that is none. `form_title` is the title of the form.
    pub fn special(&self, name: &str, form_title: &str) -> Option<String> {
        let post =
            |value: fn(&Post<'a>) -> String| self.post.as_ref().map(value).unwrap_or_default();
        let user = |value: fn(&User<'a>) -> &'a str| {
            self.user.as_ref().map(value).unwrap_or_default().to_owned()
        };
        let value = match name {
            "_site_title" => self.site.title.to_owned(),
            "_site_description" => self.site.description.to_owned(),
            "_site_url" => self.site.url.to_owned(),
            "_site_domain" => self.site.domain.to_owned(),
            "_site_admin_email" => self.site.admin_email.to_owned(),
            "_contact_form_title" => form_title.to_owned(),
            "_date" => format_date(self.site.date_format, self.now, self.names),
            "_time" => format_date(self.site.time_format, self.now, self.names),
            "_remote_ip" => self.remote_ip.to_owned(),
            "_user_agent" => self.user_agent.to_owned(),
            "_url" => self.url.to_owned(),
            "_invalid_fields" => self.invalid_fields.to_string(),
            "_serial_number" => self
                .serial_number
                .map(|number| number.to_string())
                .unwrap_or_default(),
            "_post_id" => post(|post| post.id.to_string()),
            "_post_name" => post(|post| post.name.to_owned()),
            "_post_title" => post(|post| post.title.to_owned()),
            "_post_url" => post(|post| post.url.to_owned()),
            "_post_author" => post(|post| post.author.to_owned()),
            "_post_author_email" => post(|post| post.author_email.to_owned()),
            "_user_login" => user(|user| user.login),
            "_user_email" => user(|user| user.email),
            "_user_url" => user(|user| user.url),
            "_user_first_name" => user(|user| user.first_name),
            "_user_last_name" => user(|user| user.last_name),
            "_user_nickname" => user(|user| user.nickname),
            "_user_display_name" => user(|user| user.display_name),
            _ => return None,
        };
        Some(value)
    }
}

/// Whether a special tag always has a value.
pub fn is_always_filled(name: &str) -> bool {
    matches!(
        name,
        "_site_title"
            | "_site_description"
            | "_site_url"
            | "_site_domain"
            | "_site_admin_email"
            | "_contact_form_title"
            | "_date"
            | "_time"
            | "_remote_ip"
            | "_user_agent"
            | "_url"
            | "_invalid_fields"
    )
}

/// Whether a special tag is an e-mail address.
pub fn is_address(name: &str) -> bool {
    matches!(
        name,
        "_site_admin_email" | "_user_email" | "_post_author_email"
    )
}

#[cfg(test)]
pub(super) mod tests {
    use jiff::civil::date;

    use super::*;

    /// A context whose members all differ.
    pub fn mail_context() -> MailContext<'static> {
        MailContext {
            site: Site {
                title: "Loja & Cia",
                description: "Tudo para a horta",
                url: "https://loja.example",
                domain: "loja.example",
                admin_email: "admin@loja.example",
                date_format: "d/m/Y",
                time_format: "H:i",
            },
            post: Some(Post {
                id: 34,
                name: "contato",
                title: "Contato",
                url: "https://loja.example/contato/",
                author: "Rui",
                author_email: "rui@loja.example",
            }),
            user: Some(User {
                login: "ana",
                email: "ana@loja.example",
                url: "https://ana.example",
                first_name: "Ana",
                last_name: "Sá",
                nickname: "aninha",
                display_name: "Ana Sá",
            }),
            now: date(2024, 5, 1).at(7, 5, 9, 0),
            names: None,
            remote_ip: "192.0.2.7",
            user_agent: "Firefox/99",
            url: "https://loja.example/contato/?x=1",
            serial_number: Some(5),
            invalid_fields: 0,
        }
    }

    #[test]
    fn every_special_tag_has_its_value() {
        let all = [
            ("_site_title", "Loja & Cia"),
            ("_site_description", "Tudo para a horta"),
            ("_site_url", "https://loja.example"),
            ("_site_domain", "loja.example"),
            ("_site_admin_email", "admin@loja.example"),
            ("_contact_form_title", "Fale"),
            ("_date", "01/05/2024"),
            ("_time", "07:05"),
            ("_remote_ip", "192.0.2.7"),
            ("_user_agent", "Firefox/99"),
            ("_url", "https://loja.example/contato/?x=1"),
            ("_invalid_fields", "0"),
            ("_serial_number", "5"),
            ("_post_id", "34"),
            ("_post_name", "contato"),
            ("_post_title", "Contato"),
            ("_post_url", "https://loja.example/contato/"),
            ("_post_author", "Rui"),
            ("_post_author_email", "rui@loja.example"),
            ("_user_login", "ana"),
            ("_user_email", "ana@loja.example"),
            ("_user_url", "https://ana.example"),
            ("_user_first_name", "Ana"),
            ("_user_last_name", "Sá"),
            ("_user_nickname", "aninha"),
            ("_user_display_name", "Ana Sá"),
        ];
        for (name, wanted) in all {
            assert_eq!(
                mail_context().special(name, "Fale").as_deref(),
                Some(wanted),
                "{name}"
            );
        }
        assert_eq!(mail_context().special("_outra", "Fale"), None);
    }

    #[test]
    fn without_a_page_and_a_user_their_tags_are_empty() {
        let bare = MailContext {
            post: None,
            user: None,
            serial_number: None,
            ..mail_context()
        };
        for name in ["_post_id", "_post_title", "_user_email", "_serial_number"] {
            assert_eq!(bare.special(name, "Fale").as_deref(), Some(""), "{name}");
            assert!(!is_always_filled(name));
        }
        assert!(is_always_filled("_date") && is_address("_user_email") && !is_address("_site_url"));
    }
}
