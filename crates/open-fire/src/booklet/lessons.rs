//! The moments at which a mission that teaches has something to say.

/// A moment at which something can be taught.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The sample platoon, or a platoon of your own.
    Points,
    /// Crews are bought.
    Crews,
    /// Vehicles and rounds are bought.
    Vehicles,
    /// Nobody is on the map yet.
    Entry,
    /// Operations.
    Operations,
    /// A marker is in sight: look closer?
    Sighting,
    /// A paragraph asks.
    Question,
    /// Who acts in this space of the track?
    Track,
    /// A German is about to act.
    German,
    /// A turn begins.
    Turn,
    /// Somebody can be fired at.
    Fire,
    /// A drive is on.
    Drive,
    /// On foot.
    Squad,
    /// The crew points are spent.
    Spent,
    /// The mission is over.
    Over,
}

/// The moments with their names in a mission's `lessons`.
const MOMENTS: [(Moment, &str); 15] = [
    (Moment::Points, "points"),
    (Moment::Crews, "crews"),
    (Moment::Vehicles, "vehicles"),
    (Moment::Entry, "entry"),
    (Moment::Operations, "operations"),
    (Moment::Sighting, "sighting"),
    (Moment::Question, "question"),
    (Moment::Track, "track"),
    (Moment::German, "german"),
    (Moment::Turn, "turn"),
    (Moment::Fire, "fire"),
    (Moment::Drive, "drive"),
    (Moment::Squad, "squad"),
    (Moment::Spent, "spent"),
    (Moment::Over, "over"),
];

impl Moment {
    /// The names, as missions write them.
    pub const NAMES: [&'static str; 15] = {
        let mut names = [""; 15];
        let mut place = 0;
        while place < names.len() {
            names[place] = MOMENTS[place].1;
            place += 1;
        }
        names
    };

    /// The moment of a name.
    pub fn read(name: &str) -> Option<Moment> {
        MOMENTS.iter().find(|(_, known)| *known == name).map(|(moment, _)| *moment)
    }
}
