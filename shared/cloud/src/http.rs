//! Serves HTTP events of API Gateway.

use axum::Router;
use axum::extract::Request;
use axum::middleware::map_request;
use http_edge::ClientAddress;
#[cfg(feature = "secrets")]
use http_edge::{CdnKey, behind_cdn};
use lambda_http::Adapter;
use lambda_http::request::RequestContext;
use lambda_runtime::Runtime;

use crate::start::Cloud;
#[cfg(feature = "secrets")]
use crate::start::CloudError;

impl Cloud {
    /// Serves the gateway's events with `router`. The client's IP address is taken from the gateway's event, or from the
    /// content delivery network whose key is in the secret `SITE_CDN_SECRET_ID`, never from other headers.
    ///
    /// # Errors
    /// The Lambda runtime ended, or the secret could not be read.
    pub async fn serve(&self, router: Router) -> Result<(), lambda_http::Error> {
        // Functions behind the network read secrets anyway.
        #[cfg(feature = "secrets")]
        let router = behind_cdn(router, self.cdn_key().await?);
        let handler = Adapter::from(router.layer(map_request(addressed)));
        Runtime::new(handler)
            .layer(self.after_response())
            .run()
            .await
    }
}

#[cfg(feature = "secrets")]
impl Cloud {
    /// The key of the content delivery network, if one stands before the functions.
    async fn cdn_key(&self) -> Result<Option<CdnKey>, CloudError> {
        use ports::Secrets as _;
        let Some(id) = self.environment().get("SITE_CDN_SECRET_ID") else {
            return Ok(None);
        };
        let secret = crate::secrets::StoredSecret::new(self.connection(), id);
        Ok(Some(CdnKey::new(&secret.document().await?)))
    }
}

async fn addressed(mut request: Request) -> Request {
    let address = match request.extensions().get::<RequestContext>() {
        Some(RequestContext::ApiGatewayV2(context)) => context
            .http
            .source_ip
            .as_deref()
            .and_then(|address| address.parse().ok()),
        _ => None,
    };
    request.extensions_mut().insert(ClientAddress(address));
    request
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    const EVENT: &str = r#"{
        "version": "2.0", "routeKey": "$default", "rawPath": "/", "rawQueryString": "",
        "headers": { "x-forwarded-for": "198.51.100.9" }, "isBase64Encoded": false,
        "requestContext": {
            "accountId": "1", "apiId": "a", "stage": "$default", "requestId": "r",
            "http": { "method": "GET", "path": "/", "protocol": "HTTP/1.1", "sourceIp": "203.0.113.7", "userAgent": "t" }
        }
    }"#;

    #[tokio::test]
    async fn the_client_address_comes_from_the_gateway() {
        let event = lambda_http::request::from_str(EVENT).unwrap();
        let request = addressed(event.map(|_| Body::empty())).await;
        assert_eq!(
            request.extensions().get::<ClientAddress>(),
            Some(&ClientAddress(Some("203.0.113.7".parse().unwrap())))
        );
        let request = addressed(Request::new(Body::empty())).await;
        assert_eq!(
            request.extensions().get::<ClientAddress>(),
            Some(&ClientAddress(None))
        );
    }
}
