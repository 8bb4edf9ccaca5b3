//! The table of routes.

use domain::site::{Kind, Taxonomy};
use site_rest::index::root_route;
use site_rest::route::{MEGABYTE, everyone};
use site_rest::{Api, Endpoint, Route};

use crate::app::Core;
use crate::people::{passwords, users};
use crate::posts::{Ask, change, filter};
use crate::shapes;
use crate::views::links::taxonomy_base;
use crate::{index, kinds, media, menus, patterns, posts, revisions, taxonomy};

/// The main namespace.
const CORE: &str = "core/v2";

/// The largest file that is taken (docs/interface/site/requests.md#limits).
const UPLOAD_LIMIT: usize = 25 * MEGABYTE;

/// The number of a post, term or user in a path.
pub const ID: &str = r"(?P<id>[\d]+)";

/// The user in a path below which their passwords lie.
const OWNER: &str = r"(?P<user_id>(?:[\d]+|me))";

/// The routes of the site.
pub fn api() -> Api<Core> {
    Api::new()
        .route(root_route(index::head))
        .batches()
        .routes(crate::oembed::routes())
        .routes(posts::routes(Kind::Post))
        .routes(revisions_of(Kind::Post))
        .routes(posts::routes(Kind::Page))
        .routes(revisions_of(Kind::Page))
        .routes(media_routes())
        .routes(menus::item_routes())
        .routes(revisions_of(Kind::NavMenuItem))
        .routes(posts::routes(Kind::Block))
        .routes(revisions_of(Kind::Block))
        .routes(kind_routes())
        .routes(term_routes(Taxonomy::Category))
        .routes(term_routes(Taxonomy::PostTag))
        .routes(menus::menu_routes())
        .routes(term_routes(Taxonomy::PatternCategory))
        .routes(user_routes())
        .routes(password_routes())
        .routes(patterns::routes())
        .routes(menus::location_routes())
        .routes(crate::comments::routes())
        .routes(crate::search::routes())
        .routes(crate::settings::routes())
}

fn revisions_of(kind: Kind) -> Vec<Route<Core>> {
    revisions::routes(kind, &shapes::post::update_args(kind))
}

/// A route of the main namespace.
pub fn route(path: &str) -> Route<Core> {
    Route::new(CORE, path)
}

fn media_routes() -> [Route<Core>; 4] {
    use shapes::media::{
        MEDIA, create_args, delete_args, edit_args, item_args, process_args, update_args,
    };
    [
        route("/media")
            .on(Endpoint::read(
                shapes::list::list_args(Kind::Attachment),
                media::may_list,
                media::list,
            )
            .refined(filter::refine(Kind::Attachment))
            .kept())
            .on(
                Endpoint::create(create_args(), media::may_upload, media::upload)
                    .refined(change::refine),
            )
            .of(&MEDIA)
            .body_limit(UPLOAD_LIMIT),
        route(&format!("/media/{ID}"))
            .on(Endpoint::read(item_args(), media::may_read, media::read).kept())
            .on(
                Endpoint::edit(update_args(), media::may_update, media::update)
                    .refined(change::refine),
            )
            .on(Endpoint::delete(
                delete_args(),
                media::may_delete,
                media::delete,
            ))
            .of(&MEDIA),
        route(&format!("/media/{ID}/post-process"))
            .on(Endpoint::create(
                process_args(),
                media::may_update,
                media::process,
            ))
            .of(&MEDIA),
        route(&format!("/media/{ID}/edit"))
            .on(Endpoint::create(edit_args(), media::may_edit, media::edit))
            .of(&MEDIA),
    ]
}

fn kind_routes() -> [Route<Core>; 6] {
    use shapes::kinds::{STATUS, TAXONOMY, TYPE, item_args, list_args, taxonomies_args};
    [
        route("/types")
            .on(Endpoint::read(list_args(), kinds::may_list, kinds::types).kept())
            .of(&TYPE),
        route(r"/types/(?P<type>[\w-]+)")
            .on(Endpoint::read(item_args("type"), everyone, kinds::one_type).kept())
            .of(&TYPE),
        route("/statuses")
            .on(Endpoint::read(list_args(), kinds::may_list, kinds::statuses).kept())
            .of(&STATUS),
        route(r"/statuses/(?P<status>[\w-]+)")
            .on(Endpoint::read(
                item_args("status"),
                kinds::may_read_status,
                kinds::one_status,
            )
            .kept())
            .of(&STATUS),
        route("/taxonomies")
            .on(Endpoint::read(taxonomies_args(), kinds::may_list, kinds::taxonomies).kept())
            .of(&TAXONOMY),
        route(r"/taxonomies/(?P<taxonomy>[\w-]+)")
            .on(Endpoint::read(
                item_args("taxonomy"),
                kinds::may_read_taxonomy,
                kinds::one_taxonomy,
            )
            .kept())
            .of(&TAXONOMY),
    ]
}

fn term_routes(of: Taxonomy) -> [Route<Core>; 2] {
    use shapes::term::{delete_args, item_args, list_args, of as resource, update_args};
    let base = taxonomy_base(of);
    [
        route(&format!("/{base}"))
            .on(Endpoint::read(
                list_args(of),
                move |call: Ask| taxonomy::may_list(call, of),
                move |call: Ask, ()| taxonomy::list(call, of),
            )
            .kept())
            .on(Endpoint::create(
                resource(of).create_args(),
                move |call: Ask| taxonomy::may_create(call, of),
                move |call: Ask, ()| taxonomy::create(call, of),
            ))
            .of(resource(of))
            .batchable(),
        route(&format!("/{base}/{ID}"))
            .on(Endpoint::read(
                item_args(),
                move |call: Ask| taxonomy::may_read(call, of),
                taxonomy::read,
            )
            .kept())
            .on(Endpoint::edit(
                update_args(of),
                move |call: Ask| taxonomy::may_update(call, of),
                taxonomy::update,
            ))
            .on(Endpoint::delete(
                delete_args(),
                move |call: Ask| taxonomy::may_delete(call, of),
                taxonomy::delete,
            ))
            .of(resource(of))
            .batchable(),
    ]
}

fn user_routes() -> [Route<Core>; 3] {
    use shapes::user::{
        USER, delete_args, delete_me_args, item_args, list_args, me_args, update_args,
        update_me_args,
    };
    [
        route("/users")
            .on(Endpoint::read(list_args(), users::may_list, users::list).kept())
            .on(
                Endpoint::create(USER.create_args(), users::may_create, users::create)
                    .refined(users::refine),
            )
            .of(&USER)
            .batchable(),
        route(&format!("/users/{ID}"))
            .on(Endpoint::read(item_args(), users::may_read, users::read).kept())
            .on(
                Endpoint::edit(update_args(), users::may_update, users::update)
                    .refined(users::refine),
            )
            .on(
                Endpoint::delete(delete_args(), users::may_delete, users::delete)
                    .refined(users::refine_heir),
            )
            .of(&USER)
            .batchable(),
        route("/users/me")
            .on(Endpoint::read(me_args(), everyone, users::read_self))
            .on(
                Endpoint::edit(update_me_args(), users::may_update_self, users::update)
                    .refined(users::refine),
            )
            .on(
                Endpoint::delete(delete_me_args(), users::may_delete_self, users::delete)
                    .refined(users::refine_heir),
            )
            .of(&USER),
    ]
}

fn password_routes() -> [Route<Core>; 3] {
    use shapes::password::{PASSWORD, create_args, delete_args, read_args, update_args};
    let all = format!("/users/{OWNER}/application-passwords");
    [
        route(&all)
            .on(Endpoint::read(
                read_args(),
                passwords::may_list,
                passwords::list,
            ))
            .on(Endpoint::create(
                create_args(),
                passwords::may_create,
                passwords::create,
            ))
            .on(Endpoint::delete(
                delete_args(),
                passwords::may_delete_all,
                passwords::delete_all,
            ))
            .of(&PASSWORD),
        route(&format!("{all}/introspect"))
            .on(Endpoint::read(
                read_args(),
                passwords::may_introspect,
                passwords::introspect,
            ))
            .of(&PASSWORD),
        route(&format!(r"{all}/(?P<uuid>[\w\-]+)"))
            .on(Endpoint::read(
                read_args(),
                passwords::may_read,
                passwords::read,
            ))
            .on(Endpoint::edit(
                update_args(),
                passwords::may_update,
                passwords::update,
            ))
            .on(Endpoint::delete(
                delete_args(),
                passwords::may_delete,
                passwords::delete,
            ))
            .of(&PASSWORD),
    ]
}
