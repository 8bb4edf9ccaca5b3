//! The error responses of each route, for the API description.

platform_http::error_responses! {
    @each Unauthenticated, Forbidden, Internal, Unavailable;
    /// Of lists.
    Listing: InvalidParameter;
    /// Of what the whole team sees without parameters.
    OfTheTeam: ;
    /// Of clearing the history.
    Clearing: InvalidJson, WrongPassword, PayloadTooLarge, UnsupportedMediaType, InvalidFields,
        TooManyRequests;
    /// Of reading one record.
    Reading: NotFound;
    /// Of lists of one record.
    ListingOf: NotFound, InvalidParameter;
    /// Of a new post.
    Creating: InvalidJson, NotFound, IdempotencyInProgress, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields, IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of an edit.
    Editing: InvalidJson, NotFound, Conflict, PostDeleted, SiteNotMovable, PreconditionFailed,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, StatusNotEditable;
    /// Of a working copy.
    Autosaving: InvalidJson, NotFound, Conflict, PostDeleted, WorkingCopyOutdated, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields;
    /// Of a deletion.
    Deleting: NotFound, Conflict, PublicationInProgress;
    /// Of a restoration.
    Restoring: NotFound, Conflict, NotDeleted, IdempotencyInProgress, PayloadTooLarge,
        IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of a revert.
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
    /// Of a retry.
    Retrying: InvalidJson, NotFound, Conflict, PostDeleted, NothingToRetry,
        ChangedAfterApproval, PublicationInProgress, SiteNotConnected, IdempotencyInProgress,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, IncompleteContent,
        IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of a schedule's cancellation.
    Canceling: NotFound, Conflict, PostDeleted, NotScheduled, PublicationInProgress,
        SiteNotConnected, IdempotencyInProgress, PayloadTooLarge, IdempotencyKeyReused,
        InvalidIdempotencyKey;
}
