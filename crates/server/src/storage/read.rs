use std::time::Instant;

use crate::meters::meters;
use sqlx::{
    Any, AnyPool,
    any::{AnyArguments, AnyRow},
    query::Query,
};

/// Reads. A connection that saw an error is not used again; what it was asked is asked once more of another.
pub(super) async fn fetch<'q>(
    pool: &AnyPool,
    query: impl Fn() -> Query<'q, Any, AnyArguments>,
) -> Result<Vec<AnyRow>, sqlx::Error> {
    let since = Instant::now();
    match attempt(pool, query()).await {
        Ok(rows) => {
            meters().read(since);
            Ok(rows)
        }
        Err(error) => {
            tracing::warn!("reading saved games failed and is tried again: {error}");
            attempt(pool, query()).await
        }
    }
}

async fn attempt(pool: &AnyPool, query: Query<'_, Any, AnyArguments>) -> Result<Vec<AnyRow>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let rows = query.fetch_all(&mut *connection).await;
    if rows.is_err() {
        let _ = connection.close().await;
    }
    rows
}
