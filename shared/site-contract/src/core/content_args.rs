//! Parameters that all kinds of content share.

use domain::site::Kind;
use site_rest::{Arg, Args, Schema};

use crate::fields::{context, force, id};

/// Passes `status: null` on to the handler.
pub fn keeping_null_status(args: Args) -> Args {
    let status = args.get("status").cloned().map(Arg::keeping_null);
    status.into_iter().fold(args, Args::with)
}

/// Parameters of reading one item.
pub fn item_args(kind: Kind) -> Args {
    let args = Args::none()
        .arg("id", id("Identifier of the item."))
        .with(context());
    if !kind.has_password() {
        return args;
    }
    let args = if kind.has_excerpt() {
        let length = Schema::integer().about("Number of words in a generated excerpt.");
        args.arg("excerpt_length", length)
    } else {
        args
    };
    args.arg(
        "password",
        Schema::string().about("Password of a protected item."),
    )
}

/// Parameters of a deletion.
pub fn delete_args(kind: Kind) -> Args {
    let about = if kind.has_trash() {
        "Whether to delete permanently instead of moving to the trash."
    } else {
        "Required to be true: these items cannot be trashed."
    };
    Args::none()
        .arg("id", id("Identifier of the item."))
        .arg("force", force(about))
}
