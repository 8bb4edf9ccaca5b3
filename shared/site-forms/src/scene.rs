//! What mails may say about the site, the visitor and the page.

use std::sync::Arc;

use contact_form::mail::{MailContext, Post, Site, User};
use domain::site::Status;
use jiff::civil::DateTime;
use site_formats::date::PORTUGUESE;
use site_store::{Content, Settings, StoreError};
use site_urls::address;

use crate::forms::{SiteForms, domain};
use crate::sending::Sending;
use crate::visitor::Visitor;

/// The post that shows a form, with its address and author.
struct Container {
    content: Arc<Content>,
    url: String,
    author: Option<Arc<site_store::User>>,
}

/// What the mails of one submission may say; owns what [`MailContext`] borrows.
pub(crate) struct Scene<'a> {
    home: &'a str,
    visitor: &'a Visitor,
    user: Option<&'a site_store::User>,
    settings: Arc<Settings>,
    container: Option<Container>,
    now: DateTime,
}

impl<'a> Scene<'a> {
    /// The scene of a submission. A post that the public cannot read counts as none, because mails go to visitors too.
    ///
    /// # Errors
    /// The store failed.
    pub async fn of(forms: &SiteForms<'a>, sending: &Sending<'a>) -> Result<Self, StoreError> {
        let store = forms.site;
        let content = match sending.container {
            Some(id) if id > 0 => store.get(id).await?,
            _ => None,
        };
        let is_open = |content: &Arc<Content>| {
            content.status == Status::Publish && content.password.is_empty()
        };
        let container = match content.filter(is_open) {
            Some(content) => Some(Container {
                url: address::item(&*content, store, forms.home)?,
                author: store.user(content.author),
                content,
            }),
            None => None,
        };
        let now = store.parts().clock.now_seconds();
        Ok(Self {
            home: forms.home,
            visitor: sending.visitor,
            user: sending.user,
            settings: store.settings(),
            container,
            now: store.zone().to_datetime(now),
        })
    }

    /// What mail tags are replaced from.
    pub fn mail_context(&self) -> MailContext<'_> {
        let (settings, home) = (&self.settings, self.home);
        let post = self.container.as_ref().map(|container| Post {
            id: container.content.id,
            name: &container.content.slug,
            title: &container.content.title,
            url: &container.url,
            author: container.author.as_ref().map_or("", |user| &user.name),
            author_email: container.author.as_ref().map_or("", |user| &user.email),
        });
        let user = self.user.map(|user| User {
            login: &user.login,
            email: &user.email,
            url: &user.url,
            first_name: &user.first_name,
            last_name: &user.last_name,
            nickname: &user.nickname,
            display_name: &user.name,
        });
        let is_portuguese = settings.language.starts_with("pt");
        MailContext {
            site: Site {
                title: &settings.title,
                description: &settings.description,
                url: home,
                domain: domain(home),
                admin_email: &settings.email,
                date_format: &settings.date_format,
                time_format: &settings.time_format,
            },
            post,
            user,
            now: self.now,
            names: is_portuguese.then_some(PORTUGUESE),
            remote_ip: &self.visitor.address,
            user_agent: &self.visitor.user_agent,
            url: &self.visitor.url,
            serial_number: None,
            invalid_fields: 0,
        }
    }
}
