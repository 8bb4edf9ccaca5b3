//! The error responses of each route, for the API description.

platform_http::error_responses! {
    @each Unauthenticated, Forbidden, Internal, Unavailable;
    /// Of the routes that generate a short text.
    GenerateShortText: InvalidJson, NotFound, NotConfigured, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields, ContentRefused, ProviderFailed, ProviderTimedOut;
    /// Of `POST /media/{id}/generate-alt-text`.
    GenerateAltText: NotFound, PostDeleted, NotConfigured, InvalidImage, ContentRefused, ProviderFailed,
        ProviderTimedOut;
    /// Of the routes that generate an article.
    GenerateArticle: InvalidJson, NotFound, NotConfigured, IdempotencyInProgress, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields, IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of `POST /media/generate`.
    GenerateImage: InvalidJson, NotFound, PostDeleted, NotConfigured, IdempotencyInProgress, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields, IdempotencyKeyReused, InvalidIdempotencyKey, ImageQuotaReached;
    /// Of `GET /generations/{id}`.
    GetGeneration: NotFound, InvalidParameter;
    /// Of `DELETE /generations/{id}`.
    CancelGeneration: NotFound, Conflict;
    /// Of `GET /tokens/summary`.
    GetTokenSummary: ;
    /// Of `GET /quotas`.
    GetQuotas: InvalidParameter;
}
