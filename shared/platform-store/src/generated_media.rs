//! Images that are generated: one transaction adds the image to its post and ends the generation, so that no canceled
//! generation leaves an image, and no image belongs to a generation that failed.

use domain::platform::generation::Generation;
use domain::platform::media::Media;
use domain::platform::token_usage::BilledCall;
use items::{ItemsError, retry_on_conflict};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::PlatformStore;
use crate::generations::{GenerationEnd, ended};
use crate::media::{MediaWriteError, addition};

/// Index of the generation's record in the transaction: after the post, the image and its pointer.
const GENERATION: usize = 3;

impl PlatformStore {
    /// Adds the image that `generation` made to its post, and ends the generation with `end` as
    /// [`PlatformStore::end_generation`] does. Returns the generation as it is stored. When it was canceled or failed
    /// meanwhile, it stays so and the image is not added: the caller deletes the files. `calls` are recorded once in any
    /// case.
    ///
    /// # Errors
    /// [`MediaWriteError::NoPost`] and [`MediaWriteError::PostDeleted`]: nothing was written, the generation still runs.
    pub async fn add_generated_media(
        &self,
        media: &Media,
        generation: &Generation,
        end: &GenerationEnd,
        calls: &[BilledCall],
        zone: &TimeZone,
        now: Timestamp,
    ) -> Result<Generation, MediaWriteError> {
        let mut attempts = 0;
        retry_on_conflict(|| {
            attempts += 1;
            let is_first = attempts == 1;
            async move {
                let before = if is_first {
                    generation.clone()
                } else {
                    let stored = self.generation(generation.id, now).await?;
                    stored.ok_or_else(|| ItemsError::Defect("the generation has expired".into()))?
                };
                if before.is_over() {
                    let settled = self.end_generation(&before, end, calls, zone, now).await?;
                    return Ok(Some(settled));
                }
                let post = self.open_post(media.content_id).await?;
                let Some(ending) = ended(&before, end, calls, zone, now)? else {
                    return Ok(Some(before));
                };
                let mut change = addition(&post, media)?;
                change.also.extend(ending.writes);
                match self.save_post(change).await {
                    Ok(_) => Ok(Some(ending.generation)),
                    Err(error) if error.failed_at(0) || error.failed_at(GENERATION) => Ok(None),
                    Err(error) => Err(error.into()),
                }
            }
        })
        .await
    }
}
