//! Spam filter: routes and error codes (docs/interface/site/spam-filter.md).

use domain::site::Capability;
use serde_json::Value;
use site_rest::spec::Access;
use site_rest::{Arg, Args, RouteSpec, Schema};

use crate::fields::{TEXT, short_value};

/// The namespace.
pub const NAMESPACE: &str = "spam-filter/v1";

/// A route that needs `manage_options`.
fn managed(route: RouteSpec) -> RouteSpec {
    route.access(Access::Capability(Capability::ManageOptions.name()))
}

/// A text that is read leniently: its kind is declared in the index and not checked.
fn lenient(name: &'static str, about: &'static str) -> Arg {
    Arg::new(name, Schema::string().about(about)).unchecked()
}

fn key_arg() -> Arg {
    lenient("key", "Key of the spam service, with 12 characters.")
}

/// The key of the site.
pub fn key_route() -> RouteSpec {
    let route = RouteSpec::new(NAMESPACE, "/key")
        .read(Args::none())
        .edit(Args::none().with(key_arg().required()))
        .delete(Args::none());
    managed(route)
}

/// The settings.
pub fn settings_route() -> RouteSpec {
    let flag = |about: &'static str| Schema::boolean().about(about);
    let changes = Args::none()
        .arg(
            "spamfilter_strictness",
            flag("Whether obvious spam is discarded instead of kept for moderators."),
        )
        .arg(
            "spamfilter_show_user_comments_approved",
            flag(
                "Whether the number of approved comments is shown beside the authors of comments.",
            ),
        );
    let route = RouteSpec::new(NAMESPACE, "/settings")
        .read(Args::none())
        .edit(changes);
    managed(route)
}

/// Statistics of an interval that a parameter names.
pub fn stats_route() -> RouteSpec {
    let about = "Interval of the statistics: 60-days, 6-months or all.";
    let interval = Schema::string().about(about).default_to(Value::from("all"));
    let args = Args::none().with(Arg::new("interval", interval).unchecked());
    managed(RouteSpec::new(NAMESPACE, "/stats").read(args))
}

/// Statistics of an interval in the path, which has one character (docs/interface/site/spam-filter.md#statistics).
pub fn interval_route() -> RouteSpec {
    let args = Args::none().with(Arg::new(
        "interval",
        Schema::string().about("Interval of the statistics."),
    ));
    managed(RouteSpec::new(NAMESPACE, r"/stats/(?P<interval>[\w+])").read(args))
}

/// The alert of the service.
pub fn alert_route() -> RouteSpec {
    let args = || Args::none().with(key_arg());
    RouteSpec::new(NAMESPACE, "/alert")
        .read(args())
        .edit(args())
        .delete(args())
}

/// Verdicts that the service changes afterwards.
pub fn webhook_route() -> RouteSpec {
    let comments = Schema::any().bytes_at_most(TEXT);
    RouteSpec::new(NAMESPACE, "/webhook")
        .create(Args::none())
        .undescribed(Args::none().arg("comments", comments))
        .others(short_value())
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 6] {
    [
        key_route(),
        settings_route(),
        stats_route(),
        interval_route(),
        alert_route(),
        webhook_route(),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        SPAM_INVALID_KEY = "invalid_key", Status::Fixed(400), "O valor informado não é uma chave de API válida e registrada.", "The value is not a valid and registered API key.";
        SPAM_HARDCODED_KEY = "hardcoded_key", Status::Fixed(409), "A chave deste site está na configuração do servidor e não pode ser alterada aqui.", "The key of this site is set by the server's configuration and cannot be changed here.";
        SPAM_MALFORMED_REQUEST = "malformed_request", Status::Fixed(400), "O parâmetro 'comments' deve ser uma lista.", "The 'comments' parameter must be a list.";
    }
}
