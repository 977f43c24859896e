/// An address as it may be shown and logged.
pub fn without_password(address: &str) -> String {
    match address.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.rsplit_once('@')?))) {
        Some((scheme, (_, place))) => format!("{scheme}://…@{place}"),
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("postgres://me:s3cret@db.example/games"), "postgres://…@db.example/games");
        assert_eq!(without_password("postgres://me:p@ss@db.example/games"), "postgres://…@db.example/games");
        assert_eq!(without_password("sqlite:///srv/games.db"), "sqlite:///srv/games.db");
    }
}
