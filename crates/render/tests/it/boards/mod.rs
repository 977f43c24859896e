//! Boards to draw: one small with everything on it, one as large as the largest in the box.
#![allow(dead_code, reason = "each user of this module needs a part of it")]

use engine::{
    Board, BoardHex, BoardLabel, BoardLine, BoardSide, Counter, CounterState, Facing, Mark, Marker, Number, Prompt,
    RuleId, Scene, Seat, SeatInfo, Steps, Terrain, View, Viewer,
};

const SQRT3: f64 = 1.732_050_807_568_877_2;

/// A board of `columns` × `rows` in which every second column hangs half a hex lower and is one hex shorter.
pub(crate) fn plain(columns: i32, rows: i32, radius: f64) -> Board {
    let mut hexes = Vec::new();
    for c in 1..=columns {
        for r in 1..=column_height(c, rows) {
            let x = radius + f64::from(c - 1) * 1.5 * radius;
            let half = if c % 2 == 0 { 1.0 } else { 0.5 };
            let y = (f64::from(r - 1) + half) * SQRT3 * radius;
            let neighbours = (0..6).map(|d| neighbour(c, r, d).filter(|(c, r)| inside(*c, *r, columns, rows)));
            let neighbours = neighbours.map(|n| n.map(|(c, r)| id(c, r))).collect();
            hexes.push(BoardHex { id: id(c, r), x, y, terrain: "clear".into(), elevation: 0, neighbours });
        }
    }
    Board {
        north: engine::North::Up,
        id: "plain".into(),
        title: "Plain".into(),
        radius,
        width: radius * (1.5 * f64::from(columns) + 0.5),
        height: SQRT3 * radius * f64::from(rows),
        hexes,
        sides: Vec::new(),
        lines: Vec::new(),
        labels: Vec::new(),
        key: render::looks().map(terrain).collect(),
        markers: Vec::new(),
    }
}

fn terrain(look: &str) -> Terrain {
    Terrain { key: look.into(), name: look.into(), look: look.into(), effects: Vec::new() }
}

fn column_height(c: i32, rows: i32) -> i32 {
    if c % 2 == 0 { rows - 1 } else { rows }
}

fn inside(c: i32, r: i32, columns: i32, rows: i32) -> bool {
    (1..=columns).contains(&c) && (1..=column_height(c, rows)).contains(&r)
}

pub(crate) fn id(c: i32, r: i32) -> String {
    format!("{c:02}{r:02}")
}

/// The neighbour clockwise from north.
pub(crate) fn neighbour(c: i32, r: i32, d: i32) -> Option<(i32, i32)> {
    let up = if c % 2 == 0 { 0 } else { -1 };
    let (dc, dr) = [(0, -1), (1, up), (1, up + 1), (0, 1), (-1, up + 1), (-1, up)][usize::try_from(d).ok()?];
    Some((c + dc, r + dr))
}

pub(crate) fn paint(board: &mut Board, terrain: &str, hexes: &str) {
    for hex in hexes.split_whitespace() {
        let found = board.hexes.iter_mut().find(|h| h.id == hex).expect("a hex of the board");
        found.terrain = terrain.into();
    }
}

pub(crate) fn raise(board: &mut Board, level: u8, hexes: &str) {
    for hex in hexes.split_whitespace() {
        board.hexes.iter_mut().find(|h| h.id == hex).expect("a hex of the board").elevation = level;
    }
}

pub(crate) fn line(board: &mut Board, feature: &str, path: &str) {
    let path = path.split_whitespace().map(Into::into).collect();
    board.lines.push(BoardLine { feature: feature.into(), path });
}

pub(crate) fn side(board: &mut Board, feature: &str, pairs: &str) {
    for pair in pairs.split_whitespace() {
        let (a, b) = pair.split_once('/').expect("two hexes");
        assert!(beside(board, a, b), "{a} and {b} have no side in common");
        board.sides.push(BoardSide { feature: feature.into(), a: a.into(), b: b.into() });
    }
}

fn beside(board: &Board, a: &str, b: &str) -> bool {
    let hex = board.hexes.iter().find(|h| h.id == a).expect("a hex of the board");
    hex.neighbours.iter().flatten().any(|n| n == b)
}

pub(crate) fn label(board: &mut Board, hex: &str, text: &str) {
    board.labels.push(BoardLabel { hex: hex.into(), text: text.into() });
}

/// Twenty columns by fourteen rows with every look the renderer knows.
pub(crate) fn gallery() -> Board {
    let mut b = plain(20, 14, 48.0);
    b.id = "gallery".into();
    b.title = "The gallery".into();
    paint(&mut b, "woods", "0101 0102 0103 0201 0202 0301 0302 0401 0203 0204 0304 1901 1902 2001 2002 1802 1903 1801");
    paint(&mut b, "woods", "0912 0913 1012 1013 1113 1112 1211 1408 1509 1508 0810 1711");
    paint(
        &mut b,
        "field",
        "0501 0601 0502 0602 0701 0702 0703 0802 0603 0503 0504 0604 1610 1611 1612 1510 1511 1512 1410 1411 1712",
    );
    paint(&mut b, "town", "1005 1105 1106 1006 1206 1104");
    paint(&mut b, "village", "0405 1410 0611 1803");
    paint(&mut b, "orchard", "0406 0505 1409 1713 1813");
    paint(&mut b, "marsh", "0111 0112 0113 0211 0212 0312 0313 0210");
    paint(&mut b, "bocage", "1808 1809 1810 1908 1909 1910 1709 1710 2008 2009 1911");
    paint(&mut b, "rough", "1402 1403 1502 1503 1602 0708 0808 1313 1413");
    paint(&mut b, "gully", "1201 1202 1303 1203 1304 1404 1505 1605");
    paint(&mut b, "water", "0114 0213 0314 0413 0513 0514 1601 1701");
    raise(
        &mut b,
        1,
        "0306 0307 0406 0407 0408 0506 0507 0508 0509 0606 0607 0608 0609 0706 0707 0708 0709 0409 0308 0605 0309 0206",
    );
    raise(&mut b, 2, "0507 0508 0607 0608 0707 0606 0407");
    raise(&mut b, 3, "0607 0606");
    raise(&mut b, 1, "1402 1403 1501 1502 1503 1504 1602 1603 1702 1703 1704 1802 1803");
    raise(&mut b, 2, "1502 1503 1602 1603 1703");
    river(&mut b);
    line(
        &mut b,
        "road",
        "0105 0205 0305 0405 0505 0604 0704 0804 0905 1005 1106 1206 1307 1407 1508 1608 1709 1809 1910 2010",
    );
    line(&mut b, "road", "1101 1102 1103 1104 1105 1106 1107 1108 1109 1110 1111 1112 1113 1114");
    line(&mut b, "road", "1803 1704 1604 1605 1506 1406 1307");
    line(&mut b, "track", "0405 0406 0507 0607 0608 0609 0610 0611 0711 0811 0911 1010 1110");
    line(&mut b, "track", "0611 0612 0613");
    line(&mut b, "track", "1803 1903 1902 2001");
    line(&mut b, "track", "1110 1210 1310 1410 1510 1610 1711 1811 1912 2012");
    line(
        &mut b,
        "railway",
        "0108 0208 0309 0409 0510 0610 0710 0809 0909 1008 1108 1207 1307 1306 1405 1505 1604 1704 1803 1904 2003",
    );
    side(&mut b, "hedge", "1411/1511 1411/1512 1412/1512 0604/0605 0605/0705");
    side(&mut b, "ridge", "1503/1403 1503/1402 1502/1402 0908/0907");
    side(&mut b, "hedge", "0805/0905 0805/0906 0905/0906");
    label(&mut b, "1105", "Prokhorovka");
    label(&mut b, "0405", "Sankt Jürgen");
    label(&mut b, "1410", "Kłopot & Söhne");
    label(&mut b, "0611", "Mouzay");
    label(&mut b, "1803", "Oktyabrskoye");
    label(&mut b, "0607", "252.2");
    label(&mut b, "0413", "Schwarzer See");
    label(&mut b, "1012", "Bois de l’Évêque");
    b
}

/// A coast in the south: the looks of battles fought from house to house, and levels that count from 1.
pub(crate) fn coast() -> Board {
    let mut b = plain(22, 14, 48.0);
    b.id = "coast".into();
    b.title = "Cape Fortuna".into();
    b.hexes.iter_mut().for_each(|h| h.elevation = 1);
    shore(&mut b);
    hills(&mut b);
    paint(&mut b, "house", "0607 0606 0705 0706 0707 0805 0806 0807 0906 0907");
    paint(&mut b, "storeys", "0906 0907 1006 1007");
    paint(&mut b, "hall", "1106 1107 1206 0708");
    paint(&mut b, "ruins", "1705 1706 1805 1806 1905");
    paint(&mut b, "craters", "1605 1606 1707 1807 1906 1907");
    paint(&mut b, "brush-craters", "2006 2007 2005");
    paint(&mut b, "brush", "2104 2105 2106 2003 2004 1404 1504 1505 0203 0204");
    paint(&mut b, "grove", "0305 0405 0406 0506 0306 0407 1208 1309 1308 1408 1409");
    paint(&mut b, "light-forest", "0101 0201 0102 0202 0103 0301 2201 2202 2101 2203 1902");
    paint(&mut b, "heavy-forest", "1901 2001 2002 1802 1801 2102 0401 0402 0501");
    paint(&mut b, "rocky", "1103 1202 1203 1303 2209 2210");
    paint(&mut b, "building", "1508 0304 1704 0903");
    line(
        &mut b,
        "road",
        "0107 0207 0308 0408 0508 0608 0709 0808 0908 1008 1108 1207 1307 1407 1507 1607 1708 1808 1908 2008 2108 2208",
    );
    line(&mut b, "lane", "0608 0607 0606 0605 0604 0603 0602 0601");
    line(&mut b, "lane", "1008 1007 1006 1005 1004 1003");
    line(&mut b, "alley", "0606 0706 0806 0907 1006");
    line(&mut b, "alley", "0705 0706 0707");
    line(&mut b, "trail", "1407 1406 1405 1505 1504 1603 1703 1702 1701");
    line(&mut b, "track", "1708 1707 1706 1705 1704 1703 1803 1903 2002");
    line(&mut b, "track", "0408 0407 0406 0405 0404 0304 0203 0204 0105");
    side(
        &mut b,
        "wall",
        "0305/0304 0305/0404 0405/0404 0405/0505 0506/0505 0506/0605 0506/0606 0506/0507 0406/0507 0407/0507 1308/1307 1308/1407 1408/1407 1408/1508 1208/1207 1208/1108 1208/1109",
    );
    side(
        &mut b,
        "wire",
        "1708/1709 1808/1709 1808/1809 1808/1909 1908/1909 2008/1909 2008/2009 2008/2109 2108/2109 0108/0109 0108/0208 0108/0207",
    );
    side(&mut b, "barricade", "1507/1606 1507/1607 1508/1607 0307/0207 0308/0207 0308/0208 1008/1108 1008/1109");
    side(
        &mut b,
        "stream",
        "1401/1501 1401/1502 1402/1502 1402/1503 1403/1503 1403/1504 1404/1504 1404/1505 1405/1505 1405/1506",
    );
    side(&mut b, "stream", "1406/1506 1406/1507 1407/1507 1407/1508 1408/1508 1408/1509 1409/1509 1409/1510");
    for (hex, name) in [
        ("0706", "Torrevecchia"),
        ("1007", "Palazzo Reale"),
        ("1206", "Filanda"),
        ("1805", "San Biagio"),
        ("1103", "Monte Calvo 312"),
        ("0813", "Golfo di Fortuna"),
        ("1508", "Masseria Greco"),
        ("2001", "Bosco Alto"),
    ] {
        label(&mut b, hex, name);
    }
    b
}

/// Beach, shallows and sea below a line that swings a little.
fn shore(b: &mut Board) {
    for hex in &mut b.hexes {
        let (x, y) = (hex.x / 48.0, hex.y / 48.0);
        let depth = y - 17.3 - 1.4 * wave(x, 3.0, 13.0);
        hex.terrain = match depth {
            d if d > 4.4 => "sea",
            d if d > 2.2 => "shallows",
            d if d > 0.4 => "beach",
            _ => "clear",
        }
        .into();
    }
}

/// Two hills with steep sides, up to three levels over the plain.
fn hills(b: &mut Board) {
    raise(b, 2, "1001 1002 1003 1004 1101 1102 1103 1104 1105 1201 1202 1203 1204 1301 1302 1303 1304 0902 0903 0904");
    raise(b, 3, "1102 1103 1202 1203 1003 1002 1104");
    raise(b, 4, "1103 1202");
    side(b, "ridge", "1005/1004 1005/1105 1004/0905 0904/0905 1105/1205 1204/1205 1304/1305 1105/1106");
    side(b, "steep", "1203/1303 1202/1303 1202/1302 1203/1304 1104/1204 1203/1204 1103/1003 1103/1104");
    raise(b, 2, "1901 1902 2001 2002 2003 2101 2102 2103 2201 2202 2203 1802 1801 1903 2104");
    raise(b, 3, "2001 2002 2101 2102 2201");
    side(b, "steep", "1903/1904 2003/2004 1903/1803 2003/1904");
    side(b, "ridge", "1802/1803 1802/1702 1801/1702 1801/1701");
}

/// A river from the top edge to the lake, with a bridge, a ford and a brook that joins it.
fn river(b: &mut Board) {
    side(b, "river", "0801/0901 0801/0902 0802/0902 0802/0903 0803/0903 0803/0904 0804/0904 0804/0905 0805/0905");
    side(b, "river", "0805/0906 0805/0806 0706/0806 0707/0806 0707/0807 0708/0807 0708/0808 0709/0808 0709/0809");
    side(b, "river", "0710/0809 0710/0810 0711/0810 0711/0811 0711/0712 0611/0712 0612/0712 0612/0713 0612/0613");
    for c in (9..=20).rev() {
        side(b, "stream", &format!("{}/{}", id(c, 4), id(c, 5)));
        let (a, z) = if c % 2 == 0 { (id(c, 4), id(c - 1, 5)) } else { (id(c, 5), id(c - 1, 4)) };
        if c > 9 {
            side(b, "stream", &format!("{a}/{z}"));
        }
    }
    side(b, "bridge", "0804/0905");
    side(b, "ford", "0711/0811");
}

/// 45 × 27 and a bit: hills, woods, fields and ways by a simple rule.
pub(crate) fn large() -> Board {
    let mut b = plain(45, 27, 40.0);
    b.id = "large".into();
    b.title = "The large map".into();
    for hex in &mut b.hexes {
        let (x, y) = (hex.x / 40.0, hex.y / 40.0);
        let height = wave(x, y, 11.0) + 0.5 * wave(y, x + 3.0, 6.0);
        hex.elevation = ((height * 2.2) as i32).clamp(0, 3) as u8;
        let cover = wave(x + 20.0, y - 5.0, 5.0) + 0.6 * wave(y * 1.3, x - 9.0, 3.1);
        let kind = wave(x * 0.7, y + 40.0, 9.0);
        hex.terrain = terrain_for(cover, kind).into();
    }
    let across: Vec<String> = (1..=45).map(|c| id(c, 12 + (c + 1) / 20)).collect();
    line(&mut b, "road", &across.join(" "));
    let down: Vec<String> = (1..=27).map(|r| id(23, r)).collect();
    line(&mut b, "road", &down.join(" "));
    let rail: Vec<String> = (1..=27).map(|r| id(9, r)).collect();
    line(&mut b, "railway", &rail.join(" "));
    for r in 1..=26 {
        side(&mut b, "river", &format!("{}/{}", id(30, r), id(31, r)));
        side(&mut b, "river", &format!("{}/{}", id(30, r), id(31, r + 1)));
    }
    for (c, r, name) in
        [(23, 13, "Krasnaya Polyana"), (9, 6, "Novosyolki"), (37, 20, "Teterevino"), (16, 22, "Malye Mayachki")]
    {
        let hex = id(c, r);
        paint(&mut b, if c == 23 { "town" } else { "village" }, &hex);
        label(&mut b, &hex, name);
    }
    b
}

/// As large as the largest map, two thirds of it covered by patches of every look, and hills.
pub(crate) fn patchwork() -> Board {
    let mut b = large();
    b.id = "patchwork".into();
    let areas: Vec<&str> = render::looks().take_while(|l| *l != "river").collect();
    for (i, hex) in b.hexes.iter_mut().enumerate() {
        let (c, r) = (i / 27, i % 27);
        let patch = c / 3 * 7 + r / 3 * 4;
        hex.terrain = if patch % 3 == 0 { "clear" } else { areas[patch % areas.len()] }.into();
    }
    b
}

/// A smooth bump function in -1..1 without trigonometry.
fn wave(x: f64, y: f64, period: f64) -> f64 {
    let tooth = |t: f64| {
        let u = (t / period).rem_euclid(2.0) - 1.0;
        1.0 - 2.0 * u * u
    };
    tooth(x) * tooth(y + x * 0.37) + 0.4 * tooth(x * 0.61 - y)
}

fn terrain_for(cover: f64, kind: f64) -> &'static str {
    match (cover, kind) {
        (c, _) if c > 0.75 => "woods",
        (c, k) if c > 0.45 && k > 0.3 => "field",
        (c, k) if c < -1.05 && k < 0.0 => "marsh",
        (c, k) if c < -0.7 && k > 0.2 => "rough",
        (c, k) if c < -0.5 && k < -0.6 => "orchard",
        (c, k) if c > 0.2 && k < -0.5 => "bocage",
        _ => "clear",
    }
}

/// The gallery with counters of two sides.
pub(crate) fn view() -> View {
    let seats = [(0, "german"), (1, "soviet"), (2, "us"), (3, "british"), (4, "italian"), (5, "other")];
    let liveries = content::Liveries::read(&content::Files::embedded(), &mut content::Problems::default());
    let livery = |id: &str| liveries.as_ref().and_then(|all| all.of(id));
    let seats = seats.map(|(i, id)| SeatInfo {
        seat: Seat(i),
        id: id.into(),
        name: id.into(),
        colours: id.into(),
        livery: livery(id),
    });
    View {
        game: "divisions".into(),
        scenario: "gallery".into(),
        title: "Gallery".into(),
        seq: 0,
        viewer: Viewer::Spectator,
        seats: seats.to_vec(),
        scene: scene(),
        log: Vec::new(),
        log_from: 0,
        can_undo: false,
        legacy: None,
        closed: None,
        guide: None,
        dice: None,
    }
}

fn scene() -> Scene {
    let prompt = Prompt {
        seat: None,
        text: String::new(),
        hint: String::new(),
        rule: RuleId("FD-1"),
        hexes: Vec::new(),
        lesson: None,
    };
    let (counters, marks) = (counters(), marks());
    Scene {
        prompt,
        facts: Vec::new(),
        counters,
        absent: Vec::new(),
        marks,
        panels: Vec::new(),
        displays: Vec::new(),
        acting: None,
        steering: Vec::new(),
        choices: Vec::new(),
        sheet: None,
        secret: false,
        outcome: None,
    }
}

fn counters() -> Vec<Counter> {
    let mut out = Vec::new();
    for (i, symbol) in render::symbols().enumerate() {
        let (c, r) = (2 + 2 * (i as i32 % 9), 1 + 2 * (i as i32 / 9));
        let mut counter = counter(&format!("u{i}"), &id(c, r), (i % 6) as u8, symbol);
        counter.state = [CounterState::Ready, CounterState::Done, CounterState::Idle][i % 3];
        counter.steps = Steps { left: 1 + (i % 2) as u8, of: 2 };
        out.push(counter);
    }
    stack(&mut out);
    out
}

fn stack(out: &mut Vec<Counter>) {
    for i in 0..4 {
        out.push(counter(&format!("s{i}"), "1105", 1, "infantry"));
    }
    let mut facing = counter("f1", "1308", 0, "tiger");
    facing.facing = Some(Facing { hull: 2, turret: Some(1), corner: false });
    facing.markers = vec![marker("Pinned"), marker("Low ammunition")];
    out.push(facing);
    let mut moved = counter("f2", "1510", 1, "t-34");
    moved.markers = vec![marker("Suppressed")];
    moved.numbers =
        ["12", "8½", "5", "7"].map(|v| Number { value: v.into(), meaning: "n".into(), ink: "plain".into() }).to_vec();
    out.push(moved);
    out.push(counter("f3", "0310", 0, "no-such-symbol"));
}

fn marker(label: &str) -> Marker {
    Marker { id: label.to_lowercase(), label: label.into(), meaning: String::new(), rule: RuleId("FD-1") }
}

pub(crate) fn counter(id: &str, hex: &str, seat: u8, symbol: &str) -> Counter {
    let number = |value: &str, ink: &str| Number { value: value.into(), meaning: "number".into(), ink: ink.into() };
    Counter {
        id: id.into(),
        hex: hex.into(),
        seat: Seat(seat),
        name: format!("1./{symbol}"),
        kind: format!("{symbol} company"),
        symbol: symbol.into(),
        formation: "503".into(),
        numbers: vec![number("6", "red"), number("4", "plain"), number("9", "green")],
        steps: Steps { left: 2, of: 2 },
        markers: Vec::new(),
        state: CounterState::Idle,
        facing: None,
    }
}

fn marks() -> Vec<Mark> {
    let mark = |hex: &str, kind: &str, label: &str, seat: Option<u8>| Mark {
        hex: hex.into(),
        kind: kind.into(),
        label: label.into(),
        detail: "worth points".into(),
        seat: seat.map(Seat),
    };
    vec![
        mark("1105", "objective", "3", Some(1)),
        mark("0405", "objective", "", None),
        mark("0105", "entry", "A", Some(0)),
        mark("0110", "entry", "", None),
        mark("1308", "smoke", "", None),
    ]
}
