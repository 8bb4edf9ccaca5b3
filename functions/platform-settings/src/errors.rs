//! The error responses of each route, for the API description.

platform_http::error_responses! {
    /// Of `GET /settings/api-keys`.
    GetApiKeys: Unauthenticated, Forbidden;
    /// Of `PUT /settings/api-keys`.
    UpdateApiKeys: Unauthenticated, Forbidden, Conflict, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields;
    /// Of `POST /settings/api-keys/test`.
    TestApiKey: Unauthenticated, Forbidden, InvalidJson, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields;
    /// Of `GET /settings/notifications`.
    GetNotificationSettings: Unauthenticated, Forbidden;
    /// Of `PUT /settings/notifications`.
    UpdateNotificationSettings: Unauthenticated, Forbidden, Conflict, InvalidJson,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields;
    /// Of `POST /settings/notifications/test`.
    SendTestMessage: Unauthenticated, Forbidden, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields, MailNotConfigured, NotConfigured, MailFailed,
        ProviderFailed;
    /// Of `GET /settings/ai-defaults`.
    GetAiDefaults: Unauthenticated, Forbidden;
    /// Of `PUT /settings/ai-defaults`.
    UpdateAiDefault: Unauthenticated, Forbidden, Conflict, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields;
    /// Of `GET /settings/ai-models`.
    GetAiModels: Unauthenticated, Forbidden;
    /// Of `PUT /settings/ai-models`.
    UpdateAiModels: Unauthenticated, Forbidden, Conflict, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields;
    /// Of `GET /settings/agency`.
    GetAgency: Unauthenticated, Forbidden;
    /// Of `PUT /settings/agency`.
    UpdateAgency: Unauthenticated, Forbidden, Conflict, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields;
    /// Of `GET /settings/search-provider`.
    GetSearchProvider: Unauthenticated, Forbidden;
    /// Of `PUT /settings/search-provider`.
    UpdateSearchProvider: Unauthenticated, Forbidden, Conflict, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields;
}
