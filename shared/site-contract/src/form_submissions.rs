//! Submissions of contact forms: routes and error codes (docs/interface/site/form-submissions.md). Deployed systems do not
//! have these routes, so they are listed under our names only.

use domain::site::Capability;
use site_rest::spec::Access;
use site_rest::{Arg, Args, Format, RouteSpec, Schema};

use crate::contact_form::NAMESPACE;
use crate::fields::moment;

/// Words for what became of a submission.
pub const STATUSES: [&str; 6] = ["queued", "sent", "failed", "uncertain", "spam", "aborted"];

/// Submissions of one portion of an erasure.
const PORTION: i64 = 50;

/// Who handles submissions: callers who change forms, as for the export of the extension.
fn for_editors(route: RouteSpec) -> RouteSpec {
    route
        .access(Access::Capability(Capability::PublishPages.name()))
        .unlisted()
}

fn form() -> Schema {
    Schema::integer()
        .about("Identifier of the form; only its submissions.")
        .min(1)
}

fn email() -> Schema {
    Schema::string()
        .about("E-mail address of a person, in whatever letters.")
        .format(Format::Email)
}

fn id() -> Schema {
    Schema::integer().about("Identifier of the submission.")
}

fn cursor() -> Schema {
    Schema::string()
        .about("Position at which the page begins, from the link to the next page.")
        .length(None, Some(60))
}

/// All submissions.
pub fn list_route() -> RouteSpec {
    let size = Schema::integer()
        .about("Maximum number of submissions per page, 1 to 100.")
        .default_to(20)
        .min(1)
        .max(100);
    let status = Schema::string()
        .about("Only submissions with this status.")
        .choices(STATUSES);
    let args = Args::none()
        .arg("form", form())
        .arg("email", email())
        .arg("status", status)
        .arg("after", moment("Only submissions after this date."))
        .arg("before", moment("Only submissions before this date."))
        .arg("cursor", cursor())
        .arg("per_page", size);
    for_editors(RouteSpec::new(NAMESPACE, "/submissions").read(args))
}

/// One submission.
pub fn item_route() -> RouteSpec {
    let args = || Args::none().arg("id", id()).arg("form", form());
    let path = r"/submissions/(?P<id>[\d]+)";
    for_editors(RouteSpec::new(NAMESPACE, path).read(args()).delete(args()))
}

/// Whether a submission is spam, as a person decides.
pub fn spam_route() -> RouteSpec {
    let is_spam = Schema::boolean().about("Whether the submission is spam.");
    let args = Args::none()
        .arg("id", id())
        .arg("form", form())
        .with(Arg::new("is_spam", is_spam).required());
    let path = r"/submissions/(?P<id>[\d]+)/spam";
    for_editors(RouteSpec::new(NAMESPACE, path).create(args))
}

/// Everything that a person has submitted.
pub fn person_route() -> RouteSpec {
    let args = || Args::none().with(Arg::new("email", email()).required());
    let portion = Schema::integer()
        .about("Maximum number of submissions and mails that one request erases, 1 to 200.")
        .default_to(PORTION)
        .min(1)
        .max(200);
    for_editors(
        RouteSpec::new(NAMESPACE, "/submissions/person")
            .read(args().arg("cursor", cursor()))
            .delete(args().arg("limit", portion)),
    )
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 4] {
    [list_route(), item_route(), spam_route(), person_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        SUBMISSIONS_FORBIDDEN = "contactform_forbidden", Status::Fixed(403), "Você não tem permissão para ver os envios dos formulários.", "You may not access submissions of contact forms.";
        SUBMISSION_NOT_FOUND = "contactform_submission_not_found", Status::Fixed(404), "O envio não foi encontrado.", "The submission was not found.";
    }
}
