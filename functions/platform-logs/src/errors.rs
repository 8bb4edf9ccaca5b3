//! The error responses of each route, for the API description.

platform_http::error_responses! {
    @each Unauthenticated, Forbidden, Internal, Unavailable;
    /// Of `GET /logs`.
    ListLogs: InvalidParameter;
    /// Of `GET /logs/channels`.
    ListLogChannels: ;
    /// Of `PATCH /logs/{id}`.
    UpdateLog: InvalidJson, NotFound, LogStatusFixed, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields;
    /// Of `POST /logs/clear-all`.
    ClearLogs: InvalidParameter, LogClearingInProgress;
}
