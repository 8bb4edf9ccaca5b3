//! Routes about files, types, texts and their meta.

use domain::site::Capability;
use site_rest::spec::Access;
use site_rest::{Arg, Args, RouteSpec, Schema};

use super::{NAMESPACE, needing};
use crate::fields::{search_text, short_value};

/// Size of a file of the site.
pub fn file_size_route() -> RouteSpec {
    let url = Schema::string().about("Address of the file.").required();
    let route = RouteSpec::new(NAMESPACE, "/file_size").read(Args::none().arg("url", url));
    needing(Capability::ManageOptions, route)
}

/// Dismisses the notice of a new type of posts.
pub fn dismiss_post_type_route() -> RouteSpec {
    let name = Schema::any()
        .bytes_at_most(200)
        .about_here("Name of a type of posts.");
    let args = Args::none().arg("postTypeName", name);
    let path = "/new-content-type-visibility/dismiss-post-type";
    needing(
        Capability::EditPosts,
        RouteSpec::new(NAMESPACE, path).create(args),
    )
}

/// Dismisses the notice of a new taxonomy.
pub fn dismiss_taxonomy_route() -> RouteSpec {
    let name = Schema::any()
        .bytes_at_most(200)
        .about_here("Name of a taxonomy.");
    let args = Args::none().arg("taxonomyName", name);
    let path = "/new-content-type-visibility/dismiss-taxonomy";
    needing(
        Capability::EditPosts,
        RouteSpec::new(NAMESPACE, path).create(args),
    )
}

/// Published texts to choose from.
pub fn available_posts_route() -> RouteSpec {
    let search = search_text("")
        .about_here("Part of the title.")
        .default_to("");
    let kind = Schema::string()
        .about_here("Type of the texts.")
        .default_to("page");
    let args = Args::none()
        .with(Arg::new("search", search).unchecked())
        .with(Arg::new("postType", kind).unchecked());
    needing(
        Capability::ManageOptions,
        RouteSpec::new(NAMESPACE, "/available_posts").read(args),
    )
}

/// Takes over the data of another product.
pub fn import_route() -> RouteSpec {
    let path = r"/import/(?P<plugin>[\w-]+)/(?P<type>[\w-]+)";
    needing(
        Capability::ActivatePlugins,
        RouteSpec::new(NAMESPACE, path)
            .create(Args::none())
            .others(short_value()),
    )
}

/// The head of an address, for everyone.
pub fn head_route() -> RouteSpec {
    let url = Schema::any()
        .bytes_at_most(8_200)
        .about_here("Address of a page.")
        .required();
    RouteSpec::new(NAMESPACE, "/get_head")
        .read(Args::none().arg("url", url))
        .access(Access::Everyone)
}

/// Keys of a post's meta. Who may read them depends on the type of the post.
pub fn meta_search_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/meta/search")
        .read(Args::none())
        .undescribed(Args::none().arg("query", search_text("")))
        .others(short_value())
}

/// Workouts, which nothing is stored of.
pub fn workouts_route() -> RouteSpec {
    let route = RouteSpec::new(NAMESPACE, "/workouts")
        .read(Args::none())
        .create(Args::none());
    needing(Capability::EditOthersPosts, route)
}
