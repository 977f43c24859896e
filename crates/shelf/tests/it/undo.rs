//! Taking back, along random games of every scenario: what is taken back is played again from the record, and must come
//! out as it was.

use dice::Seeded;
use engine::{Settings, StateHash, Table};

/// Actions in a game: more than lie between two snapshots.
const ACTIONS: usize = 150;

/// A game with its fingerprint and the length of its log after every action.
struct Tracked {
    table: Box<dyn Table>,
    was: Vec<(StateHash, u32)>,
}

impl Tracked {
    fn now(&self) -> (StateHash, u32) {
        (self.table.hash(), self.table.log_len())
    }

    /// Does something at random. Says whether the game continues.
    fn step(&mut self, chance: &mut Seeded) -> bool {
        let Some(seat) = self.table.to_act() else { return false };
        let legal = self.table.legal();
        let action = &legal[chance.below(legal.len() as u32) as usize];
        self.was.push(self.now());
        self.table.act(seat, action, None).unwrap();
        true
    }

    /// Takes back some of what may be taken back, and says how much it was.
    fn back(&mut self, chance: &mut Seeded) -> usize {
        let most = chance.below(40) as usize;
        for taken in 0..most {
            let Some(seat) =
                self.table.to_act().into_iter().chain(all_seats(self)).find(|&seat| self.table.can_undo(seat))
            else {
                return taken;
            };
            self.table.undo(seat).unwrap();
            assert_eq!(self.now(), self.was.pop().unwrap(), "after {} actions", self.table.seq());
        }
        most
    }
}

fn all_seats(game: &Tracked) -> Vec<engine::Seat> {
    game.table.seats().iter().map(|info| info.seat).collect()
}

#[test]
fn what_is_taken_back_is_as_it_was() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    for ruleset in shelf.rulesets() {
        let mut taken = 0;
        for (seed, info) in (7..).zip(ruleset.scenarios()) {
            let players = vec!["human".to_owned(); info.seats.len()];
            let table = ruleset.open(&info.id, &Settings::default(), &players, Some(seed)).unwrap();
            let (mut game, mut chance) = (Tracked { table, was: Vec::new() }, Seeded::new(seed));
            for _ in 0..ACTIONS {
                if !game.step(&mut chance) {
                    break;
                }
                if chance.below(12) == 0 {
                    taken += game.back(&mut chance);
                }
            }
        }
        assert!(taken > 20, "{}: {taken} actions were taken back", ruleset.id());
    }
}
