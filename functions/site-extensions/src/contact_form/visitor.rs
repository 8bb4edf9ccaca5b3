//! Who sends a submission, and from where; what mails may say about the site, the visitor and the page.

use std::sync::Arc;

use contact_form::mail::{MailContext, Post, Site, User};
use domain::site::Status;
use http::header;
use http_edge::ClientAddress;
use jiff::civil::DateTime;
use site_api::{ApiCall, OrRefuse};
use site_formats::date::Names;
use site_rest::RestError;
use site_store::{Content, Settings};
use site_urls::address;

use super::forms::domain;

const MONTHS: [&str; 12] = [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
];
const WEEKDAYS: [&str; 7] = [
    "domingo",
    "segunda-feira",
    "terça-feira",
    "quarta-feira",
    "quinta-feira",
    "sexta-feira",
    "sábado",
];

/// The sender of a request.
pub struct Visitor {
    /// Network address; empty when it is not known.
    pub address: String,
    /// The network under which submissions are counted.
    pub network: String,
    /// User agent; empty without one.
    pub user_agent: String,
    /// The page that the form stands on, as the browser names it; the address of the request without it.
    pub url: String,
}

impl Visitor {
    /// The sender of this request.
    pub fn of(call: &ApiCall) -> Self {
        let request = call.request();
        let sent = |name: header::HeaderName| {
            let value = request.headers.get(name)?.to_str().ok()?;
            Some(value.to_owned())
        };
        let address = call.caller().address.clone().unwrap_or_default();
        Self {
            network: ClientAddress(address.parse().ok()).network(),
            address,
            user_agent: sent(header::USER_AGENT).unwrap_or_default(),
            url: sent(header::REFERER).unwrap_or_else(|| call.site().url(&request.path)),
        }
    }
}

/// The post that shows a form, with its address and author.
struct Container {
    content: Arc<Content>,
    url: String,
    author: Option<Arc<site_store::User>>,
}

/// What the mails of one submission may say; owns what [`MailContext`] borrows.
pub struct Scene<'a> {
    call: &'a ApiCall,
    visitor: &'a Visitor,
    settings: Arc<Settings>,
    container: Option<Container>,
    now: DateTime,
}

impl<'a> Scene<'a> {
    /// The scene of a request. `container` is the post that the form stands in; one that the public cannot read counts as
    /// none, because mails go to visitors too.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of(
        call: &'a ApiCall,
        visitor: &'a Visitor,
        container: Option<u64>,
    ) -> Result<Self, RestError> {
        let store = &call.caller().store;
        let content = match container {
            Some(id) if id > 0 => store.get(id).await.or_refuse()?,
            _ => None,
        };
        let is_open = |content: &Arc<Content>| {
            content.status == Status::Publish && content.password.is_empty()
        };
        let container = match content.filter(is_open) {
            Some(content) => Some(Container {
                url: address::item(&*content, store, &call.site().home).or_refuse()?,
                author: store.user(content.author),
                content,
            }),
            None => None,
        };
        Ok(Self {
            call,
            visitor,
            settings: store.settings(),
            container,
            now: store.zone().to_datetime(call.app().now()),
        })
    }

    /// What mail tags are replaced from.
    pub fn mail_context(&self) -> MailContext<'_> {
        let (settings, home) = (&self.settings, self.call.site().home.as_str());
        let post = self.container.as_ref().map(|container| Post {
            id: container.content.id,
            name: &container.content.slug,
            title: &container.content.title,
            url: &container.url,
            author: container.author.as_ref().map_or("", |user| &user.name),
            author_email: container.author.as_ref().map_or("", |user| &user.email),
        });
        let user = self.call.caller().user.as_ref().map(|user| User {
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
            names: is_portuguese.then_some(Names {
                months: &MONTHS,
                weekdays: &WEEKDAYS,
            }),
            remote_ip: &self.visitor.address,
            user_agent: &self.visitor.user_agent,
            url: &self.visitor.url,
            serial_number: None,
            invalid_fields: 0,
        }
    }
}
