//! The routes of application passwords.

use site_api::SiteApp;
use site_rest::{Endpoint, Route};

use super::{permissions, read, write};
use crate::namespace::route;

/// The user in a path below which their passwords lie.
const OWNER: &str = r"(?P<user_id>(?:[\d]+|me))";

pub fn routes() -> [Route<SiteApp>; 3] {
    use crate::schemas::password::{PASSWORD, create_args, delete_args, read_args, update_args};
    let all = format!("/users/{OWNER}/application-passwords");
    [
        route(&all)
            .on(Endpoint::read(
                read_args(),
                permissions::may_list,
                read::list,
            ))
            .on(Endpoint::create(
                create_args(),
                permissions::may_create,
                write::create,
            ))
            .on(Endpoint::delete(
                delete_args(),
                permissions::may_delete_all,
                write::delete_all,
            ))
            .of(&PASSWORD),
        route(&format!("{all}/introspect"))
            .on(Endpoint::read(
                read_args(),
                permissions::may_introspect,
                read::introspect,
            ))
            .of(&PASSWORD),
        route(&format!(r"{all}/(?P<uuid>[\w\-]+)"))
            .on(Endpoint::read(
                read_args(),
                permissions::may_read,
                read::read,
            ))
            .on(Endpoint::edit(
                update_args(),
                permissions::may_update,
                write::update,
            ))
            .on(Endpoint::delete(
                delete_args(),
                permissions::may_delete,
                write::delete,
            ))
            .of(&PASSWORD),
    ]
}
