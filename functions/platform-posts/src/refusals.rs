//! The refusals each route may answer with, for the API description. Status and code come from the
//! one table of codes.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};
use web::Code;

fn described(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    const ALWAYS: [Code; 4] = [
        Code::Unauthenticated,
        Code::Forbidden,
        Code::Internal,
        Code::Unavailable,
    ];
    let mut names: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for code in ALWAYS.iter().chain(codes) {
        names.entry(code.number()).or_default().push(code.name());
    }
    let schema = || Content::new(Some(Ref::from_schema_name("ErrorBody")));
    names
        .into_iter()
        .map(|(status, names)| {
            let response = ResponseBuilder::new()
                .description(names.join(", "))
                .content("application/json", schema())
                .build();
            (status.to_string(), response.into())
        })
        .collect()
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $($code:ident),* $(,)?;)+) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                described(&[$(Code::$code),*])
            }
        }
    )+};
}

refusals! {
    /// Of lists.
    Listing: InvalidParameter;
    /// Of reading one thing.
    Reading: NotFound;
    /// Of lists below one thing.
    ListingOf: NotFound, InvalidParameter;
    /// Of a new post.
    Creating: InvalidJson, NotFound, IdempotencyInProgress, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields, IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of an edit.
    Editing: InvalidJson, NotFound, Conflict, PostDeleted, SiteNotMovable, PreconditionFailed,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, StatusNotEditable;
    /// Of a deletion.
    Deleting: NotFound, Conflict, PublicationInProgress;
    /// Of a restoration.
    Restoring: NotFound, Conflict, NotDeleted, IdempotencyInProgress, PayloadTooLarge,
        IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of a way back to an earlier version.
    Reverting: NotFound, Conflict, PostDeleted, IdempotencyInProgress, PreconditionFailed,
        PayloadTooLarge, IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of a publication.
    Publishing: InvalidJson, NotFound, Conflict, PostDeleted, ChangedAfterApproval,
        PublicationInProgress, SiteNotConnected, IdempotencyInProgress, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields, IncompleteContent, IdempotencyKeyReused,
        InvalidIdempotencyKey;
    /// Of a schedule, and of the older routes with a body.
    Scheduling: InvalidJson, NotFound, Conflict, PostDeleted, AlreadyPublished,
        ChangedAfterApproval, PublicationInProgress, SiteNotConnected, IdempotencyInProgress, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields, IncompleteContent, InvalidScheduleDate,
        IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of another try.
    Retrying: InvalidJson, NotFound, Conflict, PostDeleted, NothingToRetry,
        ChangedAfterApproval, PublicationInProgress, SiteNotConnected, IdempotencyInProgress,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, IncompleteContent,
        IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of taking a schedule back.
    Canceling: NotFound, Conflict, PostDeleted, NotScheduled, PublicationInProgress,
        SiteNotConnected, IdempotencyInProgress, PayloadTooLarge, IdempotencyKeyReused,
        InvalidIdempotencyKey;
}
