//! The error responses of each route, for the API description.

platform_http::error_responses! {
    @each Unauthenticated, Forbidden, Internal, Unavailable;
    /// Of `GET /posts/{id}/analysis`.
    GetPostAnalysis: NotFound, InvalidParameter;
    /// Of `POST /posts/analyze`.
    AnalyzePost: InvalidJson, NotFound, PayloadTooLarge, UnsupportedMediaType, InvalidFields;
    /// Of `POST /posts/check-grammar`.
    CheckGrammar: InvalidJson, NotFound, PayloadTooLarge, UnsupportedMediaType, InvalidFields;
}
