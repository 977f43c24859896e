use crate::point::Point;

/// Writes path data: tenths, relative, as short as the grammar allows.
///
/// Steps are taken between rounded points, so rounding does not add up along a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pen {
    data: String,
    at: (i64, i64),
    start: (i64, i64),
    command: char,
    dotted: bool,
}

impl Pen {
    pub(crate) fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub(crate) fn data(&self) -> &str {
        &self.data
    }

    pub(crate) fn move_to(&mut self, p: Point) {
        self.point_command('m', &[p]);
        self.start = self.at;
    }

    pub(crate) fn line_to(&mut self, p: Point) {
        self.point_command('l', &[p]);
    }

    pub(crate) fn curve_to(&mut self, a: Point, b: Point, p: Point) {
        self.point_command('c', &[a, b, p]);
    }

    pub(crate) fn close(&mut self) {
        self.data.push('z');
        self.command = 'z';
        self.at = self.start;
    }

    /// Whether the pen already rests on `p`.
    pub(crate) fn rests_on(&self, p: Point) -> bool {
        !self.is_empty() && self.at == tenths(p)
    }

    pub(crate) fn line(&mut self, a: Point, b: Point) {
        self.move_to(a);
        self.line_to(b);
    }

    pub(crate) fn polyline(&mut self, points: &[Point]) {
        let Some((first, rest)) = points.split_first() else { return };
        self.move_to(*first);
        rest.iter().for_each(|p| self.line_to(*p));
    }

    pub(crate) fn polygon(&mut self, points: &[Point]) {
        self.polyline(points);
        self.close();
    }

    /// A dot: a line of no length, which round caps turn into a disc as wide as the stroke.
    pub(crate) fn dot(&mut self, p: Point) {
        self.move_to(p);
        self.data.push_str("h0");
        self.command = 'h';
    }

    fn point_command(&mut self, command: char, points: &[Point]) {
        let implied = self.command == command || (command == 'l' && self.command == 'm');
        if command == 'm' || !implied {
            self.data.push(command);
            self.dotted = true;
        }
        let fresh = command == 'm' || !implied;
        let origin = self.at;
        for (i, p) in points.iter().enumerate() {
            let to = tenths(*p);
            self.number(to.0 - origin.0, fresh && i == 0);
            self.number(to.1 - origin.1, false);
            self.at = to;
        }
        self.command = command;
    }

    fn number(&mut self, n: i64, first: bool) {
        let (whole, tenth) = (n.abs() / 10, n.abs() % 10);
        let bare = whole == 0 && tenth != 0;
        if n < 0 {
            self.data.push('-');
        } else if !(first || bare && self.dotted) {
            self.data.push(' ');
        }
        if !bare {
            self.data.push_str(&whole.to_string());
        }
        if tenth != 0 {
            self.data.push('.');
            self.data.push(char::from(b'0' + tenth as u8));
        }
        self.dotted = tenth != 0;
    }
}

fn tenths(p: Point) -> (i64, i64) {
    ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64)
}
