//! The error responses of each route, for the API description.

platform_http::error_responses! {
    /// Of `GET /sites/{id}/approval-capability`.
    GetApprovalCapability: Unauthenticated, NotFound;
    /// Of `GET /sites/{id}/authors`.
    ListSiteAuthors: Unauthenticated, NotFound;
    /// Of `GET /sites/{id}/categories`.
    ListSiteCategories: Unauthenticated, NotFound, SiteNotConnected, HostFailed, HostTimedOut;
    /// Of `POST /sites/{id}/test-connection`.
    TestSiteConnection: Unauthenticated, Forbidden, NotFound, IdempotencyInProgress,
        PayloadTooLarge, IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of `GET /sites/{id}/faq-capability`.
    GetFaqCapability: Unauthenticated, NotFound;
    /// Of `GET /sites/{id}/members`.
    ListSiteMembers: Unauthenticated, NotFound;
    /// Of `GET /sites/{id}/words`.
    ListSiteWords: Unauthenticated, NotFound;
    /// Of `PUT /sites/{id}/words/{word}`.
    AddSiteWord: Unauthenticated, NotFound, InvalidFields;
    /// Of `DELETE /sites/{id}/words/{word}`.
    RemoveSiteWord: Unauthenticated, NotFound, InvalidFields;
    /// Of `GET /sites`.
    ListSites: Unauthenticated, InvalidParameter;
    /// Of `POST /sites`.
    CreateSite: Unauthenticated, Forbidden, InvalidJson, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields, InvalidSiteAddress, IdempotencyInProgress, IdempotencyKeyReused,
        InvalidIdempotencyKey;
    /// Of `GET /sites/{id}`.
    GetSite: Unauthenticated, NotFound;
    /// Of `PUT /sites/{id}`.
    UpdateSite: Unauthenticated, Forbidden, NotFound, Conflict, PreconditionFailed, InvalidJson,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, InvalidSiteAddress;
    /// Of `DELETE /sites/{id}`.
    DeleteSite: Unauthenticated, Forbidden, NotFound, Conflict, SiteInUse, PreconditionFailed;
}
