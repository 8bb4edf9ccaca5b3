//! Forms at their places in a text.

use contact_form::feedback::Outcome;
use contact_form::form::ContactForm;
use contact_form::form::messages::subscribers_only;
use contact_form::html::{self, Sanitise, form_html, unit_tag};
use contact_form::submission::Submission;
use markup::render::{PageBody, paragraphs};
use markup::{escape, sanitise};
use site_forms::{FormName, RULES_VERSION, SiteForms};
use site_store::Content;
use site_urls::address;
use url::Url;

use super::{question, site_forms};
use crate::Site;
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::text::{self, Text};
use crate::words::Words;

/// The body of an item.
pub struct Body {
    /// Style sheet of its blocks and styles; empty without any.
    pub css: String,
    /// Its HTML.
    pub html: String,
    /// Whether it shows a form, which needs the style sheet and the script of forms.
    pub has_form: bool,
    /// The form below the item's questions; empty without one. It needs the style sheet only.
    pub question: String,
}

/// The result of a submission, and the form that shows it.
pub struct Shown {
    /// The place of the form.
    pub unit_tag: String,
    /// The result.
    pub outcome: Outcome,
    /// What was sent.
    pub sent: Option<Submission>,
}

/// A form with its place.
pub(super) struct Placed {
    pub form: ContactForm,
    pub unit_tag: String,
}

/// The forms that a body names, in its order; none for an unknown form.
pub(super) async fn placed(
    forms: &SiteForms<'_>,
    body: &PageBody,
    item: &Content,
) -> PageResult<Vec<Option<Placed>>> {
    let mut placed = Vec::new();
    let mut occurrence = 0;
    for named in body.forms() {
        let name = FormName {
            id: named.id.clone(),
            title: named.title.clone(),
        };
        let found = forms.named(&name).await?;
        placed.push(found.map(|form| {
            occurrence += 1;
            let id = form.id.unwrap_or_default();
            Placed {
                unit_tag: unit_tag(id, item.id, occurrence),
                form,
            }
        }));
    }
    Ok(placed)
}

/// The form below the questions of an item.
pub(super) fn placed_question(request: &PageRequest, item: &Content) -> Option<Placed> {
    let form = question::of(request, item)?;
    Some(Placed {
        unit_tag: unit_tag(question::NUMBER, item.id, 1),
        form,
    })
}

/// The body of an item with its snippets and forms.
///
/// # Errors
/// The store fails.
pub async fn body(
    site: &Site,
    request: &PageRequest,
    item: &Content,
    shown: Option<&Shown>,
) -> PageResult<Body> {
    let Text { body, media, css } = text::of(request, item).await?;
    let forms = site_forms(site, request);
    let placed = placed(&forms, &body, item).await?;
    let page = FormPage {
        action: action(request, item)?,
        endpoint: endpoint(request)?,
        key: forms.key(),
        item: item.id,
        forms: &forms,
        shown,
    };
    let question = placed_question(request, item);
    let question = question.map_or_else(String::new, |own| page.html(&own));
    let shown: Vec<String> = placed
        .iter()
        .map(|placed| {
            placed
                .as_ref()
                .map_or_else(String::new, |own| page.html(own))
        })
        .collect();
    Ok(Body {
        html: body.fill(
            |id| request.snippets.content(id),
            |at| shown.get(at).cloned().unwrap_or_default(),
            |at| media.get(at).cloned().unwrap_or_default(),
        ),
        css,
        has_form: placed.iter().any(Option::is_some),
        question,
    })
}

/// What the forms of a page have in common.
struct FormPage<'a> {
    action: String,
    endpoint: String,
    key: Vec<u8>,
    item: u64,
    forms: &'a SiteForms<'a>,
    shown: Option<&'a Shown>,
}

impl FormPage<'_> {
    /// The path of a form in the REST interface; empty for the one that it does not know, which works without the script.
    fn endpoint_of(&self, id: u64) -> String {
        match id {
            question::NUMBER => String::new(),
            id => format!("{}/{id}", self.endpoint),
        }
    }

    fn html(&self, placed: &Placed) -> String {
        let form = &placed.form;
        if form.settings().subscribers_only() {
            // Pages have no signed-in users.
            return format!(
                "<p class=\"contactform\">{}</p>",
                escape::text(subscribers_only(&form.locale))
            );
        }
        let id = form.id.unwrap_or_default();
        let own = self.shown.filter(|shown| shown.unit_tag == placed.unit_tag);
        let page = html::Page {
            form,
            unit_tag: &placed.unit_tag,
            action: &format!("{}#{}", self.action, placed.unit_tag),
            endpoint: &self.endpoint_of(id),
            container_post: self.item,
            version: RULES_VERSION,
            submit_label: Words::of(&form.locale).send,
            key: &self.key,
            shown: html::Shown {
                outcome: own.map(|own| &own.outcome),
                sent: own.and_then(|own| own.sent.as_ref()),
            },
        };
        let sanitise = Sanitise {
            template: &|html| paragraphs(&sanitise::form_template(html)),
            inline: &sanitise::inline,
        };
        form_html(&page, sanitise, &mut |count| self.forms.pick(count))
    }
}

fn path(url: &str) -> PageResult<String> {
    let url = Url::parse(url).map_err(|error| PageError::Internal(error.to_string()))?;
    Ok(url.path().to_owned())
}

/// The path that a form without a script is sent to. Writes to the home address belong to the REST interface
/// (`?rest_route=`), so a form on the front page is sent to its other path.
///
/// # Errors
/// The store fails.
pub fn action(request: &PageRequest, item: &Content) -> PageResult<String> {
    let link = address::item(item, &request.store, &request.home)?;
    let path = path(&link)?;
    Ok(if address::is_front(item.id, &request.store) {
        format!("{path}index.php")
    } else {
        path
    })
}

/// The path of the forms in the REST interface; a browser may have reached the site by another host name.
fn endpoint(request: &PageRequest) -> PageResult<String> {
    let root = path(&request.rest_root)?;
    Ok(format!("{root}/contact-form/v1/contact-forms"))
}
