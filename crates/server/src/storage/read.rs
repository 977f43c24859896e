use std::time::Instant;

use crate::operator::meters::meters;
use sqlx::{
    Any, AnyConnection, AnyPool, Executor,
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

/// Reads twice at one moment: what somebody writes in between is in neither or in both.
pub(super) async fn fetch_both<'q>(
    pool: &AnyPool,
    one: impl Fn() -> Query<'q, Any, AnyArguments>,
    other: impl Fn() -> Query<'q, Any, AnyArguments>,
) -> Result<(Vec<AnyRow>, Vec<AnyRow>), sqlx::Error> {
    match attempt_both(pool, one(), other()).await {
        Ok(rows) => Ok(rows),
        Err(error) => {
            tracing::warn!("reading saved games failed and is tried again: {error}");
            attempt_both(pool, one(), other()).await
        }
    }
}

async fn attempt_both(
    pool: &AnyPool,
    one: Query<'_, Any, AnyArguments>,
    other: Query<'_, Any, AnyArguments>,
) -> Result<(Vec<AnyRow>, Vec<AnyRow>), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let rows = both(&mut connection, one, other).await;
    if rows.is_err() {
        let _ = connection.close().await;
    }
    rows
}

async fn both(
    connection: &mut AnyConnection,
    one: Query<'_, Any, AnyArguments>,
    other: Query<'_, Any, AnyArguments>,
) -> Result<(Vec<AnyRow>, Vec<AnyRow>), sqlx::Error> {
    // In SQLite every transaction sees one moment.
    let begin = match connection.backend_name() {
        "SQLite" => "BEGIN",
        _ => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    };
    connection.execute(begin).await?;
    let rows = (one.fetch_all(&mut *connection).await?, other.fetch_all(&mut *connection).await?);
    connection.execute("COMMIT").await?;
    Ok(rows)
}
