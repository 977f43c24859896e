/// What bots wait between actions if nobody says anything, in milliseconds.
const USUAL: u32 = 350;
const SLOWEST: u32 = 5000;

/// How quickly the bots of a table act.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tempo {
    pause: u32,
    /// Whether the maker of the game wants its bots to act without a pause.
    at_once: bool,
}

/// What is played where nobody looks on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// Nothing: a person sits there, and would miss it.
    Nothing,
    /// Everything, after somebody has had the time to come and watch.
    Soon,
    /// Everything.
    All,
}

impl Tempo {
    /// At a new table.
    pub fn new(at_once: bool) -> Tempo {
        Tempo { pause: if at_once { 0 } else { USUAL }, at_once }
    }

    /// How long a bot waits before it acts, in milliseconds.
    pub fn pause(self) -> u32 {
        self.pause
    }

    /// As a screen wishes, unless the maker of the game has said what it is.
    pub fn wish(&mut self, milliseconds: u32) {
        if !self.at_once {
            self.pause = milliseconds.min(SLOWEST);
        }
    }

    /// What the bots among these players do while nobody looks on.
    pub fn unseen(self, players: &[String]) -> Unseen {
        match (players.iter().all(|player| player != "human"), self.at_once) {
            (_, true) => Unseen::All,
            (true, false) => Unseen::Soon,
            (false, false) => Unseen::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SLOWEST, Tempo, USUAL, Unseen};

    #[test]
    fn a_screen_may_slow_bots_down_unless_their_maker_wants_no_pause() {
        let (mut free, mut fixed) = (Tempo::new(false), Tempo::new(true));
        assert_eq!((free.pause(), fixed.pause()), (USUAL, 0));
        free.wish(u32::MAX);
        fixed.wish(u32::MAX);
        assert_eq!((free.pause(), fixed.pause()), (SLOWEST, 0));
    }

    #[test]
    fn bots_play_unseen_only_where_nobody_would_miss_it() {
        let players = |names: [&str; 2]| names.map(str::to_owned);
        let (alone, with_a_person) = (players(["random", "random"]), players(["human", "random"]));
        assert_eq!(Tempo::new(false).unseen(&with_a_person), Unseen::Nothing);
        assert_eq!(Tempo::new(false).unseen(&alone), Unseen::Soon);
        assert_eq!(Tempo::new(true).unseen(&with_a_person), Unseen::All);
    }
}
