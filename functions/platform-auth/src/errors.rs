//! The error responses of each route, for the API description.

platform_http::error_responses! {
    /// Of `GET /auth/me`.
    GetMe: Unauthenticated;
    /// Of `POST /auth/login`.
    Login: InvalidCredentials, InvalidJson, PayloadTooLarge, UnsupportedMediaType, InvalidFields,
        TooManyRequests, MailNotConfigured, MailFailed;
    /// Of `PUT /auth/password`.
    ChangePassword: Unauthenticated, WrongPassword, Conflict, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields, WeakPassword, TooManyRequests;
    /// Of `POST /auth/password-reset`.
    RequestReset: InvalidJson, PayloadTooLarge, UnsupportedMediaType, InvalidFields;
    /// Of `POST /auth/password-reset/confirm`.
    ConfirmReset: InvalidJson, PayloadTooLarge, UnsupportedMediaType, InvalidFields,
        InvalidResetToken, WeakPassword;
    /// Of `POST /auth/refresh`.
    Refresh: InvalidRefreshToken, InvalidJson, PayloadTooLarge, UnsupportedMediaType,
        InvalidFields;
    /// Of `POST /auth/browser-session`.
    BeginBrowserSession: InvalidCode, ForeignOrigin, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields, TooManyRequests;
    /// Of `POST /auth/browser-session/refresh`.
    RefreshBrowserSession: InvalidRefreshToken, ForeignOrigin;
    /// Of `DELETE /auth/browser-session`.
    EndBrowserSession: ForeignOrigin;
    /// Of `POST /auth/logout`.
    Logout: InvalidJson, PayloadTooLarge, UnsupportedMediaType, InvalidFields;
    /// Of `POST /auth/totp`.
    BeginTotp: Unauthenticated, TotpAlreadyEnabled, Conflict;
    /// Of `POST /auth/totp/confirm`.
    ConfirmTotp: Unauthenticated, InvalidCode, TotpAlreadyEnabled, TotpNotStarted, Conflict,
        InvalidJson, PayloadTooLarge, UnsupportedMediaType, InvalidFields;
    /// Of `DELETE /auth/totp`.
    RemoveTotp: Unauthenticated, WrongPassword, TotpNotEnabled, Conflict, InvalidJson,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields, TooManyRequests;
    /// Of `POST /auth/two-factor`.
    TwoFactor: InvalidCode, InvalidJson, PayloadTooLarge, UnsupportedMediaType, InvalidFields,
        TooManyRequests;
    /// Of `GET /users`.
    ListUsers: Unauthenticated, Forbidden, InvalidParameter;
    /// Of `POST /users`.
    CreateUser: Unauthenticated, Forbidden, EmailTaken, InvalidJson, PayloadTooLarge,
        UnsupportedMediaType, InvalidFields, IdempotencyInProgress, IdempotencyKeyReused,
        InvalidIdempotencyKey;
    /// Of `GET /users/{id}`.
    GetUser: Unauthenticated, Forbidden, NotFound;
    /// Of `PUT /users/{id}`.
    UpdateUser: Unauthenticated, Forbidden, NotFound, EmailTaken, LastAdmin, InvalidJson,
        PayloadTooLarge, UnsupportedMediaType, InvalidFields;
    /// Of `DELETE /users/{id}`.
    DeleteUser: Unauthenticated, Forbidden, NotFound, LastAdmin, OwnsSites;
}
