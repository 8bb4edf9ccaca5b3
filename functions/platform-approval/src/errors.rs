//! The error responses of each route, for the API description.

platform_http::error_responses! {
    /// Of `POST /posts/{id}/request-approval`.
    RequestApproval: Unauthenticated, Forbidden, NotFound, Conflict, PostDeleted, NotDraft,
        NoContact, MailNotConfigured, MessagingNotConfigured, PublicationInProgress, IdempotencyInProgress,
        IncompleteContent, IdempotencyKeyReused, InvalidIdempotencyKey, TooManyRequests;
    /// Of `GET /posts/{id}/approvals`.
    ListApprovals: Unauthenticated, NotFound, InvalidParameter;
    /// Of `GET /posts/{id}/client-view`.
    GetClientView: Unauthenticated, NotFound;
}
