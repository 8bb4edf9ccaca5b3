//! Taking a comment.

use http::{StatusCode, header};
use jiff::SignedDuration;
use markup::sanitise;
use site_formats::email::is_email;
use site_spam::Circumstances;
use site_store::{Content, NewComment, Refusal, StoreError, Summary};
use site_urls::address;
use throttle::{Admission, Rule, Throttle};

use super::form::{Draft, answered, place};
use super::{TOLD, is_open, words};
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;
use crate::{Site, article, lock};

/// Fields of the form. The trap is hidden from people.
pub const TEXT: &str = "comment";
const NAME: &str = "author";
const EMAIL: &str = "email";
const PARENT: &str = "comment_parent";
const STAMP: &str = "comment_stamp";
const TRAP: &str = "website";

/// Longest text in characters.
const MOST_TEXT: usize = 5_000;

/// Comments of one network on a site.
const LIMIT: Rule = Rule {
    kind: "site-comment",
    limit: 20,
    window: SignedDuration::from_mins(10),
};

/// Place of the message on the page.
const TAKEN_PLACE: &str = "comentario-recebido";

/// Whether a submission is a comment.
pub fn is_comment(fields: &[(String, String)]) -> bool {
    fields.iter().any(|(name, _)| name == TEXT)
}

/// Takes a comment on an item. One that is taken redirects to the page with a message; the others are shown again with what
/// is to be corrected.
///
/// # Errors
/// [`PageError::NotFound`]; a store fails.
pub async fn submit(
    site: &Site,
    request: &PageRequest,
    summary: &Summary,
    fields: &[(String, String)],
) -> PageResult<Page> {
    let item = article::public_item(request, summary).await?;
    if !lock::is_open(site, request, &item) {
        return article::locked(request, &item, None).await;
    }
    let field = |name: &str| {
        let found = fields.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.trim()).unwrap_or_default()
    };
    // A program that fills in every field learns nothing from the answer.
    if !field(TRAP).is_empty() {
        return taken(request, &item);
    }
    let mut draft = checked(request, &field);
    let is_stamped = place(site, request, &item).accepts(field(STAMP), request.now);
    let refused = if !is_open(&item) {
        Some((StatusCode::FORBIDDEN, None))
    } else if draft.has_errors() {
        draft.notice = words(request).correct;
        Some((StatusCode::UNPROCESSABLE_ENTITY, None))
    } else if !is_stamped {
        draft.notice = words(request).expired;
        Some((StatusCode::UNPROCESSABLE_ENTITY, None))
    } else {
        create(site, request, &item, &mut draft).await?
    };
    let Some((status, wait)) = refused else {
        return taken(request, &item);
    };
    let shown = article::Sent {
        comment: Some(draft),
        ..article::Sent::default()
    };
    let page = article::shown(site, request, &item, shown).await?;
    let page = page.status(status).private();
    Ok(match wait {
        Some(wait) => page.header(header::RETRY_AFTER, &wait.to_string()),
        None => page,
    })
}

/// The redirect to the page that says that a comment was taken.
fn taken(request: &PageRequest, item: &Content) -> PageResult<Page> {
    let link = address::item(item, &request.store, &request.home)?;
    let (name, value) = TOLD;
    let to = format!("{link}?{name}={value}#{TAKEN_PLACE}");
    Ok(Page::redirect(StatusCode::SEE_OTHER, &to))
}

/// The comment with what is wrong in its fields.
fn checked<'a>(request: &PageRequest, field: &impl Fn(&str) -> &'a str) -> Draft {
    let words = words(request);
    let (name, email, text) = (field(NAME), field(EMAIL), field(TEXT));
    Draft {
        name_error: match name.len() {
            0 => Some(words.no_name),
            long if long > NewComment::MOST_NAME => Some(words.long_name),
            _ => None,
        },
        email_error: (!is_email(email) || email.len() > NewComment::MOST_EMAIL)
            .then_some(words.bad_email),
        text_error: if text.chars().count() > MOST_TEXT {
            Some(words.long_text)
        } else {
            // A text of which nothing is allowed is none.
            sanitise::inline(text)
                .trim()
                .is_empty()
                .then_some(words.no_text)
        },
        parent: field(PARENT).parse().unwrap_or_default(),
        name: name.to_owned(),
        email: email.to_owned(),
        text: text.to_owned(),
        notice: "",
    }
}

/// Creates a comment. One that is refused gets a notice, with the status of the answer and the seconds to wait.
async fn create(
    site: &Site,
    request: &PageRequest,
    item: &Content,
    draft: &mut Draft,
) -> PageResult<Option<(StatusCode, Option<u64>)>> {
    let throttle = Throttle {
        table: &site.table,
        keyring: &site.keyring,
    };
    let subject = format!(
        "{}\n{}",
        request.store.tenant(),
        request.address().network()
    );
    let counted = throttle.admit([(LIMIT, subject)], request.now).await;
    let counted = counted.map_err(|error| PageError::Internal(error.to_string()))?;
    if let Admission::Refused { retry_after } = counted {
        draft.notice = request.words.too_many_messages;
        return Ok(Some((StatusCode::TOO_MANY_REQUESTS, Some(retry_after))));
    }
    let header = |name: header::HeaderName| {
        let value = request.parts.headers.get(name);
        let value = value.and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let above = answered(request, item, draft.parent);
    let new = NewComment {
        post: item.id,
        parent: above.map_or(0, |comment| comment.id),
        author_name: draft.name.clone(),
        author_email: draft.email.clone(),
        author_ip: request
            .address()
            .0
            .map(|own| own.to_string())
            .unwrap_or_default(),
        author_user_agent: header(header::USER_AGENT),
        content: sanitise::inline(&draft.text),
        is_held: true,
        ..NewComment::default()
    };
    let circumstances = Circumstances {
        permalink: address::item(item, &request.store, &request.home)?,
        referrer: header(header::REFERER),
        ..Circumstances::default()
    };
    let filter = site.spam.of(&request.store, &request.home);
    match filter.create_comment(new, &circumstances).await {
        Ok(_) => Ok(None),
        Err(StoreError::Refused(Refusal::DuplicateComment)) => {
            draft.notice = words(request).repeated;
            Ok(Some((StatusCode::CONFLICT, None)))
        }
        Err(StoreError::Refused(Refusal::CommentFlood)) => {
            draft.notice = words(request).too_fast;
            Ok(Some((StatusCode::TOO_MANY_REQUESTS, Some(WAIT))))
        }
        Err(error) => Err(error.into()),
    }
}

/// Seconds after which a writer may comment again (docs/interface/site/comments.md#flood).
const WAIT: u64 = 15;
