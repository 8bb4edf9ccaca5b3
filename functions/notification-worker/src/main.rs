//! Hands the notification worker to the Lambda runtime.

use std::sync::Arc;

use aws_lambda_events::event::sqs::SqsEvent;
use cloud::Cloud;
use lambda_runtime::Error;
use messaging::SavedChannelMessages;
use notification_worker::{NEEDS, Ports, handle};
use platform_store::PlatformStore;
use site_store::Parts as SiteParts;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    Cloud::run(NEEDS, async |cloud| {
        let (table, keyring) = cloud.platform_records().await?;
        let settings = cloud.settings(&table, &keyring);
        let messages = SavedChannelMessages::new(settings.clone(), cloud.outbound()?);
        let (clock, random) = (cloud.clock(), cloud.random());
        let ports = Ports {
            store: PlatformStore::new(table),
            blobs: cloud.blobs()?,
            site: SiteParts::new(cloud.site_table()?, cloud.site_blobs()?, clock, random),
            mail: cloud.mail(&settings)?,
            messages: Arc::new(messages),
            settings,
            clock: cloud.clock(),
            zone: cloud.environment().time_zone()?,
            mailboxes: cloud.mailboxes(keyring.clone())?,
            keyring,
            app_url: cloud.environment().app_url()?.parse()?,
        };
        cloud
            .handle(async |event: SqsEvent| Ok(handle(&ports, event).await))
            .await
    })
    .await
}
