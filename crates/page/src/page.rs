use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::{Content, GameFile, Opened, Replayed, Seat, Table};
use steward::{Unwritten, protocol::ToServer, text};

use crate::{
    address::Address,
    failed::Failed,
    record::{Brought, Kept, Row, Wanted, Write, head},
    room::{Post, Room},
    shelves::Shelves,
};

/// What the browser brings to a call.
#[derive(Copy, Clone, Debug, Default)]
pub struct Moment {
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// A number that nobody could know before.
    pub chance: u64,
}

impl Moment {
    /// Seconds since 1970.
    pub(crate) fn seconds(self) -> i64 {
        i64::try_from(self.now / 1000).unwrap_or(i64::MAX)
    }

    /// One of the numbers that follow from its chance.
    pub(crate) fn drawn(self, number: u32) -> u64 {
        engine::decision_seed(self.chance, number)
    }
}

/// All games of a browser, and the screens that show some of them.
pub struct Page {
    pub(crate) shelves: Shelves,
    /// What is kept of every game.
    rows: BTreeMap<String, Row>,
    /// The printings that are kept.
    printings: BTreeSet<String>,
    /// The games in memory.
    rooms: BTreeMap<String, Room>,
    /// Why games cannot be read.
    broken: BTreeMap<String, String>,
    /// Which game each screen shows.
    screens: BTreeMap<u32, String>,
    post: VecDeque<(u32, String)>,
    writes: VecDeque<Write>,
}

impl Page {
    /// A page with the games that were kept before.
    pub fn new(kept: Kept) -> Page {
        Page {
            shelves: Shelves::new(),
            rows: kept.rows.into_iter().map(|row| (row.info.id.clone(), row)).collect(),
            printings: kept.printings.into_iter().collect(),
            rooms: BTreeMap::new(),
            broken: BTreeMap::new(),
            screens: BTreeMap::new(),
            post: VecDeque::new(),
            writes: VecDeque::new(),
        }
    }

    /// The next message to a screen: its number, and the message.
    pub fn letter(&mut self) -> Option<(u32, String)> {
        self.post.pop_front()
    }

    /// The next thing to be kept.
    pub fn write(&mut self) -> Option<Write> {
        self.writes.pop_front()
    }

    /// What has to be brought before something at this address can be asked or opened.
    pub fn wants(&self, address: &str) -> Option<Wanted> {
        let address = Address::read(address);
        let [tables, id, ..] = address.parts.as_slice() else { return None };
        let row = self.rows.get(id).filter(|_| tables == "tables" && !self.rooms.contains_key(id))?;
        let content = row.file.content.as_ref().map(Content::name);
        let today = self.shelves.ruleset(&row.file.game).ok().map(|ruleset| ruleset.printing().name());
        let printing = content.filter(|name| Some(*name) != today).map(|name| name.to_string());
        Some(Wanted { id: id.clone(), printing: printing.filter(|name| self.printings.contains(name)) })
    }

    /// Opens a game with what was brought.
    pub fn bring(&mut self, id: &str, brought: Brought, moment: Moment) {
        let Some(row) = self.rows.get(id).filter(|_| !self.rooms.contains_key(id)).cloned() else { return };
        match self.opened(row, brought, moment) {
            Ok(room) => {
                self.broken.remove(id);
                self.rooms.insert(id.to_owned(), room);
            }
            Err(why) => {
                self.broken.insert(id.to_owned(), why);
            }
        }
    }

    fn opened(&mut self, mut row: Row, brought: Brought, moment: Moment) -> Result<Room, String> {
        let (saved, found) = (row.info.seq as usize, brought.moves.len());
        if saved != found {
            return Err(format!("its record holds {found} actions where {saved} were saved"));
        }
        let file = row.whole(brought);
        let shelf = self.shelves.shelf(&row.file.game).map_err(|failed| failed.error)?;
        let Opened { table, replayed } = shelf.open_file(&file).map_err(|error| error.to_string())?;
        row.info.differs = table.closed().map(|closed| closed.why.clone());
        match replayed {
            Replayed::Same | Replayed::Differs(..) => {
                Ok(Room::new(row, table, file.moves.len().try_into().unwrap_or(0)))
            }
            Replayed::Renewed { .. } => {
                // It goes on under today's rules, with today's fingerprints.
                self.keep_printing(table.as_ref());
                let mut room = Room::new(Row { file: head(table.file()), ..row }, table, 0);
                self.writes.extend(room.keep(moment));
                Ok(room)
            }
        }
    }

    /// Keeps the data files that a game was begun with, once.
    fn keep_printing(&mut self, table: &dyn Table) {
        let Some(printing) = table.file().content.as_ref().and_then(Content::printing) else { return };
        let name = printing.name().to_string();
        if self.printings.insert(name.clone()) {
            self.writes.push_back(Write::Printing { name, files: printing.files().clone() });
        }
    }

    /// Takes a new game in, with the actions that are done in it.
    pub(crate) fn take_in(&mut self, row: Row, table: Box<dyn Table>, record: &GameFile, moment: Moment) {
        let id = row.info.id.clone();
        self.keep_printing(table.as_ref());
        if table.closed().is_some() {
            // It is kept as it was recorded, to be looked at.
            let (id, moves) = (id.clone(), record.moves.clone());
            self.writes.push_back(Write::Moves { id: id.clone(), from: 0, moves });
            self.writes.push_back(Write::Row { id, row: Box::new(row.clone()) });
            self.rooms.insert(row.info.id.clone(), Room::new(row.clone(), table, row.info.seq));
        } else {
            let mut room = Room::new(row.clone(), table, 0);
            self.writes.extend(room.keep(moment));
            self.rooms.insert(id.clone(), room);
        }
        self.rows.insert(id, row);
    }

    /// What is known of all games, the last played first.
    pub(crate) fn rows(&self) -> Vec<&Row> {
        let newest = |(id, row)| self.rooms.get(id).map_or(row, Room::row);
        let mut rows: Vec<&Row> = self.rows.iter().map(newest).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.info.touched));
        rows
    }

    pub(crate) fn row(&self, id: &str) -> Result<&Row, Failed> {
        let newest = self.rooms.get(id).map(Room::row).or_else(|| self.rows.get(id));
        newest.ok_or_else(|| Failed::no_table(id))
    }

    /// Why a game cannot be read.
    pub(crate) fn why_broken(&self, id: &str) -> Option<&str> {
        self.broken.get(id).map(String::as_str)
    }

    pub(crate) fn room(&self, id: &str) -> Result<&Room, Failed> {
        match (self.rooms.get(id), self.why_broken(id)) {
            (Some(room), _) => Ok(room),
            (None, Some(why)) => Err(Failed::broken(why)),
            (None, None) => Err(Failed::no_table(id)),
        }
    }

    /// Throws a game away. Screens that show it are told by the client that asked.
    pub(crate) fn throw_away(&mut self, id: &str) -> Result<(), Failed> {
        self.rows.remove(id).ok_or_else(|| Failed::no_table(id))?;
        self.rooms.remove(id);
        self.broken.remove(id);
        self.writes.push_back(Write::Gone { id: id.to_owned() });
        Ok(())
    }

    /// A screen begins to show the game at an address (`/api/tables/ID/ws`), with the keys of some seats. Says why not,
    /// where it cannot.
    pub fn connect(&mut self, screen: u32, address: &str, keys: &[String], moment: Moment) -> Option<String> {
        let address = Address::read(address);
        let ["tables", id, "ws"] = address.parts.iter().map(String::as_str).collect::<Vec<_>>()[..] else {
            return Some("there is nothing at this address".to_owned());
        };
        let id = id.to_owned();
        match self.room(&id) {
            Err(failed) => Some(failed.error),
            Ok(room) => {
                let held: Vec<Seat> = room.held(keys);
                self.screens.insert(screen, id.clone());
                self.in_room(&id, |room| Ok((room.arrive(screen, held, moment)?, Vec::new())));
                None
            }
        }
    }

    /// A screen says something.
    pub fn hear(&mut self, screen: u32, message: &str, moment: Moment) {
        let Some(id) = self.screens.get(&screen).cloned() else { return };
        match serde_json::from_str::<ToServer>(message) {
            Ok(wish) => self.in_room(&id, |room| room.grant(screen, wish, moment)),
            Err(error) => {
                let why = format!("this message cannot be read: {error}");
                let refusal = text(&steward::NotDone::new("", why).message());
                self.post.extend(refusal.ok().map(|refusal| (screen, refusal)));
            }
        }
    }

    /// A screen goes.
    pub fn hang_up(&mut self, screen: u32) {
        let Some(id) = self.screens.remove(&screen) else { return };
        if let Some(room) = self.rooms.get_mut(&id) {
            room.leave(screen);
            // Its log is long, and whoever comes back brings it again.
            if !room.is_watched()
                && room.table().to_act().is_none()
                && let Some(room) = self.rooms.remove(&id)
            {
                self.rows.insert(id, room.row().clone());
            }
        }
    }

    fn in_room(&mut self, id: &str, work: impl FnOnce(&mut Room) -> Result<(Post, Vec<Write>), Unwritten>) {
        let Some(room) = self.rooms.get_mut(id) else { return };
        match work(room) {
            Ok((post, writes)) => {
                self.post.extend(post);
                self.writes.extend(writes);
            }
            Err(error) => {
                let mut post = Post::new();
                let told = room.tell(Some(format!("The program has made a mistake: {error}")), &mut post);
                self.post.extend(told.map(|()| post).unwrap_or_default());
            }
        }
    }

    /// A game in which a bot is asked and somebody looks on, and how long the bot waits before it acts, in milliseconds.
    pub fn bot(&self) -> Option<(&str, u32)> {
        self.rooms.iter().find_map(|(id, room)| Some((id.as_str(), room.bot()?)))
    }

    /// Lets the bot that is asked in a game do one action.
    pub fn bot_acts(&mut self, id: &str, moment: Moment) {
        self.in_room(id, |room| room.bot_acts(moment));
    }

    /// Tells everybody who looks on that a game could not be kept, and why; or that it is kept again.
    pub fn tell(&mut self, id: &str, notice: Option<String>) {
        self.in_room(id, |room| {
            let mut post = Post::new();
            room.tell(notice, &mut post)?;
            Ok((post, Vec::new()))
        });
    }
}
