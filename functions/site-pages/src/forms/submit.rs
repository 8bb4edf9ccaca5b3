//! Submissions without a script.

use contact_form::feedback::{Outcome, Status};
use contact_form::submission::{Part, Submission};
use contact_form::tag::FormTag;
use http::{StatusCode, header};
use site_forms::{Sending, SiteFormsError, Visitor};
use site_store::Summary;
use site_urls::address;

use super::place::{Shown, placed, placed_question};
use super::{result, site_forms};
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;
use crate::{Site, article, lock};

/// Hidden member with the place of the form.
const UNIT_TAG: &str = "_contactform_unit_tag";
/// Hidden member with the key of a submission, which the script sets.
const KEY: &str = "_contactform_key";

/// Takes a submission of a form of an item. An accepted one redirects to the page with the message; the others show the form
/// again with what was sent.
///
/// # Errors
/// [`PageError::NotFound`]; [`PageError::Forged`] when the item has no such form at that place; a store fails.
pub async fn submit(
    site: &Site,
    request: &PageRequest,
    summary: &Summary,
    parts: Vec<Part>,
) -> PageResult<Page> {
    let item = article::public_item(request, summary).await?;
    if !lock::is_open(site, request, &item) {
        return article::locked(request, &item, None).await;
    }
    let forms = site_forms(site, request);
    let body = || request.render_options().page_body(&item.content);
    let body = heavy_work::in_place(item.content.len(), body).await?;
    let placed = placed(&forms, &body, &item).await?;
    let unit_tag = text(&parts, UNIT_TAG).unwrap_or_default();
    let question = placed_question(request, &item);
    let mut all = placed.into_iter().flatten().chain(question);
    let Some(own) = all.find(|placed| placed.unit_tag == unit_tag) else {
        return Err(PageError::Forged);
    };
    let form = own.form;
    let tags = form.tags();
    let sent = Submission::read(parts, &tags);
    let link = address::item(&*item, &request.store, &request.home)?;
    let agent = request.parts.headers.get(header::USER_AGENT);
    let agent = agent.and_then(|agent| agent.to_str().ok());
    let visitor = Visitor::at(request.address(), agent.unwrap_or_default(), link.clone());
    let submitted = forms
        .submit(&Sending {
            form: &form,
            sent: &sent,
            visitor: &visitor,
            user: None,
            container: Some(item.id),
            idempotency_key: sent.hidden(KEY),
        })
        .await;
    let (outcome, status, wait) = match submitted {
        Ok(outcome) if outcome.status.is_taken() => {
            let to = result::address(site, request, &link, &own.unit_tag, &outcome)?;
            return Ok(Page::redirect(StatusCode::SEE_OTHER, &to));
        }
        Ok(outcome) if outcome.status == Status::MailFailed => (outcome, StatusCode::OK, None),
        Ok(outcome) => (outcome, StatusCode::UNPROCESSABLE_ENTITY, None),
        Err(SiteFormsError::TooManySubmissions(wait)) => {
            let outcome = Outcome {
                status: Status::Error,
                message: request.words.too_many_messages.to_owned(),
                invalid_fields: Vec::new(),
                posted_data_hash: None,
            };
            (outcome, StatusCode::TOO_MANY_REQUESTS, Some(wait))
        }
        Err(error) => return Err(error.into()),
    };
    let shown = Shown {
        unit_tag: own.unit_tag,
        outcome: in_order(outcome, &tags),
        sent: Some(sent),
    };
    let sent = article::Sent {
        form: Some(shown),
        ..article::Sent::default()
    };
    let page = article::shown(site, request, &item, sent).await?;
    let page = page.status(status).private();
    Ok(match wait {
        Some(wait) => page.header(header::RETRY_AFTER, &wait.to_string()),
        None => page,
    })
}

/// The last text of a name.
fn text<'a>(parts: &'a [Part], wanted: &str) -> Option<&'a str> {
    parts.iter().rev().find_map(|part| match part {
        Part::Text { name, value } if name == wanted => Some(value.as_str()),
        Part::Text { .. } | Part::File { .. } => None,
    })
}

/// The result with its fields in the order of the form, so that the first one takes the focus.
fn in_order(mut outcome: Outcome, tags: &[FormTag]) -> Outcome {
    let place = |name: &str| tags.iter().position(|tag| tag.name == name);
    outcome
        .invalid_fields
        .sort_by_key(|invalid| place(&invalid.field));
    outcome
}
