//! The error responses of each route, for the API description.

platform_http::error_responses! {
    /// Of `GET /media/{id}/file`.
    GetMediaFile: Unauthenticated, NotFound;
    /// Of `GET /media/{id}/webp`.
    GetMediaWebp: Unauthenticated, NotFound;
    /// Of `GET /media`.
    ListMedia: Unauthenticated, Forbidden, NotFound, InvalidParameter;
    /// Of `GET /media/{id}`.
    GetMedia: Unauthenticated, NotFound;
    /// Of `PUT /media/{id}`.
    UpdateMedia: Unauthenticated, Forbidden, NotFound, Conflict, PostDeleted, PreconditionFailed,
        InvalidJson, PayloadTooLarge, UnsupportedMediaType, InvalidFields;
    /// Of `DELETE /media/{id}`.
    DeleteMedia: Unauthenticated, Forbidden, NotFound, PostDeleted, PreconditionFailed;
    /// Of `POST /media/uploads`.
    CreateUpload: Unauthenticated, Forbidden, NotFound, PostDeleted, InvalidJson,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields;
    /// Of `POST /media/uploads/{id}/complete`.
    CompleteUpload: Unauthenticated, Forbidden, NotFound, UploadMissing, PostDeleted,
        InvalidJson, PayloadTooLarge, UnsupportedMediaType, InvalidFields, InvalidImage,
        WebpUnavailable;
    /// Of `GET /media/stock`.
    SearchStockPhotos: Unauthenticated, Forbidden, NotConfigured, InvalidParameter,
        ProviderFailed, ProviderTimedOut;
    /// Of `POST /media/stock`.
    AddStockPhoto: Unauthenticated, Forbidden, NotFound, PostDeleted, NotConfigured, InvalidJson,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, InvalidImage, WebpUnavailable,
        ProviderFailed, ProviderTimedOut, IdempotencyInProgress, IdempotencyKeyReused,
        InvalidIdempotencyKey;
    /// Of `POST /media/remote`.
    AddRemotePicture: Unauthenticated, Forbidden, NotFound, PostDeleted, InvalidJson,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, InvalidImage, WebpUnavailable,
        IdempotencyInProgress, IdempotencyKeyReused, InvalidIdempotencyKey;
    /// Of `POST /media`.
    CreateMedia: InvalidMultipart, Unauthenticated, Forbidden, NotFound, PostDeleted,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, InvalidImage, WebpUnavailable,
        IdempotencyInProgress, IdempotencyKeyReused, InvalidIdempotencyKey;
}
