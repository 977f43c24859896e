use super::{Storage, StorageError, pen, read};

impl Storage {
    /// Whether the database answers.
    pub(crate) async fn ping(&self) -> Result<(), StorageError> {
        read::fetch(&self.pool, || sqlx::query(pen::TURN)).await?;
        Ok(())
    }
}
