//! Mail transport: the mailbox that a site is connected with (docs/interface/site/mail-smtp.md).

use domain::site::Capability;
use site_rest::spec::Access;
use site_rest::{Args, Format, RouteSpec, Schema};

use crate::fields::short_value;

/// The namespace, which has no version.
pub const NAMESPACE: &str = "mail-smtp";

/// Longest identifier or secret of a client, and longest address of an account, in characters.
const LONGEST_TEXT: usize = 500;

/// A route beside the interface of deployed systems, for those who manage the site.
fn own(route: RouteSpec) -> RouteSpec {
    route
        .access(Access::Capability(Capability::ManageOptions.name()))
        .unlisted()
}

/// The return from the provider's page. Deployed systems declare no parameters.
pub fn callback_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/oauth_callback")
        .read(Args::none())
        .others(short_value())
}

/// The mailbox: its state, its connection and its removal.
pub fn mailbox_route() -> RouteSpec {
    let text = |about: &'static str| {
        Schema::string()
            .about(about)
            .length(Some(1), Some(LONGEST_TEXT))
    };
    let provider = Schema::string()
        .about("Provider of the mailbox.")
        .choices(["google", "microsoft"])
        .required();
    let changes = Args::none()
        .arg("provider", provider)
        .arg(
            "client_id",
            text("Identifier of the site's own OAuth client at the provider."),
        )
        .arg(
            "client_secret",
            text("Secret of the site's own OAuth client; required with client_id."),
        )
        .arg(
            "login_hint",
            text("E-mail address of the account that the provider proposes.").format(Format::Email),
        );
    let route = RouteSpec::new(NAMESPACE, "/mailbox")
        .read(Args::none())
        .create(changes)
        .delete(Args::none());
    own(route)
}

/// A test message.
pub fn test_message_route() -> RouteSpec {
    let to = Schema::string()
        .about("E-mail address of the recipient.")
        .format(Format::Email)
        .required();
    own(RouteSpec::new(NAMESPACE, "/test-message").create(Args::none().arg("to", to)))
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 3] {
    [callback_route(), mailbox_route(), test_message_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        MAILBOX_NOT_CONFIGURED = "mailbox_not_configured", Status::Fixed(409), "Este provedor precisa de um cliente OAuth: informe client_id e client_secret, ou configure-o no servidor.", "This provider needs an OAuth client: send client_id and client_secret, or set one in the server's configuration.";
        MAILBOX_NOT_CONNECTED = "mailbox_not_connected", Status::Fixed(404), "Este site não tem caixa postal conectada.", "This site has no connected mailbox.";
    }
}
