//! The error responses of each route, for the API description.

platform_http::error_responses! {
    @each Internal, Unavailable;
    /// Of `GET /search-provider/status`.
    GetStatus: Unauthenticated, Forbidden, NotFound, InvalidParameter;
    /// Of `GET /search-provider/connect`.
    Connect: Unauthenticated, Forbidden, NotFound, NotConfigured, InvalidParameter;
    /// Of `GET /search-provider/callback`.
    Callback: ;
    /// Of `POST /search-provider/disconnect`.
    Disconnect: Unauthenticated, Forbidden, NotFound, InvalidJson, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields;
    /// Of the routes that save a sitemap.
    SaveSitemap: Unauthenticated, Forbidden, NotFound, Conflict, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields;
    /// Of `GET /search-provider/performance`.
    GetPerformance: Unauthenticated, Forbidden, NotFound, NotPublished, NotConfigured, SearchNotConnected,
        SearchRevoked, SearchNoProperty, InvalidParameter, ProviderFailed, ProviderTimedOut;
    /// Of `POST /search-provider/reindex`.
    Reindex: Unauthenticated, Forbidden, NotFound, NotPublished, PostDeleted, NotConfigured, SearchNotConnected,
        SearchRevoked, IndexingOff, IdempotencyInProgress, InvalidJson, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields, IdempotencyKeyReused, InvalidIdempotencyKey, IndexingQuotaReached, ProviderFailed,
        ProviderTimedOut;
}
