//! Browsers that once logged in. Each keeps a word that only this server can have made for the account, so that wrong
//! passwords from elsewhere do not lock its owner out. It opens nothing, and nothing is written down for it.

use axum::http::HeaderMap;

use super::cookie_named;
use crate::{RequestError, people::keys, storage::Account};

/// The name of the cookie.
pub(super) const COOKIE: &str = "opfire-device";

/// A new word for a browser of the owner of this account. It holds until his password is another.
pub(super) fn word(account: &Account) -> Result<String, RequestError> {
    let name = keys::secret()?;
    Ok(format!("{name}.{}", proof(account, &name)))
}

/// The name of the browser that a request comes from, if the owner of this account has logged in there.
pub(super) fn of(account: &Account, headers: &HeaderMap) -> Option<String> {
    let (name, shown) = cookie_named(COOKIE, headers)?.split_once('.')?;
    keys::same(shown, &proof(account, name)).then(|| name.to_owned())
}

/// The hash of a password is salted and never leaves the server, so nobody else can make this.
fn proof(account: &Account, device: &str) -> String {
    let Account { name, password, .. } = account;
    keys::hash(&format!("{password}\n{}", keys::hash(&format!("{password}\n{name}\n{device}"))))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, header};

    use super::{of, word};
    use crate::storage::Account;

    fn account(name: &str, password: &str) -> Account {
        let (name, password) = (name.to_owned(), password.to_owned());
        Account { shown: name.clone(), name, password, email: None, created: 0, banned: false }
    }

    #[test]
    fn a_browser_is_known_to_the_account_that_logged_in_there() {
        let anna = account("anna", "$argon2id$hash");
        let word = word(&anna).unwrap();
        let shown = |word: &str| -> HeaderMap {
            [(header::COOKIE, format!("opfire=x; opfire-device={word}").parse().unwrap())].into_iter().collect()
        };
        assert!(of(&anna, &shown(&word)).is_some());
        assert_eq!(of(&account("bert", "$argon2id$hash"), &shown(&word)), None, "another account");
        assert_eq!(of(&account("anna", "$argon2id$other"), &shown(&word)), None, "a new password");
        for wrong in ["", "word", "word.proof", &format!("x{word}"), &format!("{word}0")] {
            assert_eq!(of(&anna, &shown(wrong)), None, "{wrong}");
        }
    }
}
