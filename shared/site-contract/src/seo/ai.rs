//! Routes of generated texts.

use domain::site::Capability;
use site_rest::spec::Access;
use site_rest::{Args, RouteSpec, Schema};

use super::{NAMESPACE, needing};
use crate::fields::TEXT;

/// The maximum length of a token, in characters.
const TOKEN: usize = 10_000;

/// What is suggested.
const TYPES: [&str; 8] = [
    "seo-title",
    "meta-description",
    "product-seo-title",
    "product-meta-description",
    "product-taxonomy-seo-title",
    "product-taxonomy-meta-description",
    "taxonomy-seo-title",
    "taxonomy-meta-description",
];

fn editing(route: RouteSpec) -> RouteSpec {
    needing(Capability::EditPosts, route)
}

fn callback(path: &str) -> RouteSpec {
    let text = |about: &'static str| Schema::string().about(about).required();
    let args = Args::none()
        .arg(
            "access_jwt",
            text("Token that accompanies calls.").at_most(TOKEN),
        )
        .arg(
            "refresh_jwt",
            text("Token that renews the other.").at_most(TOKEN),
        )
        .arg("code_challenge", text("Hash of the verification code."))
        .arg(
            "user_id",
            Schema::integer()
                .about("User whose tokens they are.")
                .required(),
        );
    RouteSpec::new(NAMESPACE, path)
        .create(args)
        .access(Access::Everyone)
}

/// The service sends new tokens.
pub fn callback_route() -> RouteSpec {
    callback("/ai_generator/callback")
}

/// The service sends renewed tokens.
pub fn refresh_callback_route() -> RouteSpec {
    callback("/ai_generator/refresh_callback")
}

/// Stores or withdraws consent.
pub fn consent_route() -> RouteSpec {
    let consent = Schema::boolean()
        .about("Whether texts may be sent to the service.")
        .required();
    let args = Args::none().arg("consent", consent);
    editing(RouteSpec::new(NAMESPACE, "/ai_generator/consent").create(args))
}

/// Begins the free use.
pub fn free_use_route() -> RouteSpec {
    editing(RouteSpec::new(NAMESPACE, "/ai/free_sparks").create(Args::none()))
}

/// Forgets what is known about the subscription.
pub fn subscription_route() -> RouteSpec {
    let path = "/ai_generator/bust_subscription_cache";
    editing(RouteSpec::new(NAMESPACE, path).create(Args::none()))
}

/// Suggestions for a title or description.
pub fn suggestions_route() -> RouteSpec {
    let text = |about: &'static str| Schema::string().about(about).required();
    let args = Args::none()
        .arg("type", text("What is suggested.").choices(TYPES))
        .arg("prompt_content", text("The text.").at_most(TEXT))
        .arg("focus_keyphrase", text("Focus keyphrase of the text."))
        .arg("language", text("Language of the text."))
        .arg(
            "platform",
            text("Where the suggestion is shown.").choices(["Google", "Facebook", "Twitter"]),
        )
        .arg(
            "editor",
            text("Editor of the text.").choices(["classic", "elementor", "gutenberg"]),
        );
    editing(RouteSpec::new(NAMESPACE, "/ai_generator/get_suggestions").create(args))
}

/// How much was generated.
pub fn usage_route() -> RouteSpec {
    let product = Schema::boolean()
        .about_here("Whether the text is about a product.")
        .default_to(false);
    let args = Args::none().arg("is_shop_product_entity", product);
    editing(RouteSpec::new(NAMESPACE, "/ai_generator/get_usage").create(args))
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 7] {
    [
        callback_route(),
        refresh_callback_route(),
        consent_route(),
        free_use_route(),
        subscription_route(),
        suggestions_route(),
        usage_route(),
    ]
}
