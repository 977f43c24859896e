use std::{fmt, ops::Range};

use engine::nearest;
use hexmap::{Direction, Grid, Hex, Point};
use tiled::ObjectShape;

use super::pixels::{Pixels, Snapped, hex_at, hexes_at, is_hexside};
use crate::{FeatureKind, Palette, Problems, Source};

/// How far a drawn point may be from the centre or corner it is moved to, in pixels.
const TOLERANCE: f32 = 20.0;

/// An object of the file.
pub(super) struct Drawn {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) class: String,
    pub(super) at: (f32, f32),
    pub(super) rotation: f32,
    pub(super) shape: ObjectShape,
    pub(super) span: Range<usize>,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "object {}", self.id)?;
        let parts = [&self.class, &self.name].into_iter().filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.map(String::as_str).collect();
        if parts.is_empty() { Ok(()) } else { write!(f, " ({})", parts.join(", ")) }
    }
}

/// What a feature runs along.
pub(super) enum Course {
    /// Through hexes.
    Hexes(Vec<Hex>),
    /// Along hexsides.
    Sides(Vec<(Hex, Hex)>),
}

/// Takes drawn lines to hexes and hexsides.
pub(super) struct Lines<'a> {
    pub(super) grid: &'a Grid,
    pub(super) pixels: Pixels,
    pub(super) palette: &'a Palette,
    pub(super) source: &'a Source<'a>,
}

impl Lines<'_> {
    /// The feature an object stands for, and its course.
    pub(super) fn feature(&self, drawn: &Drawn, problems: &mut Problems) -> Option<(usize, Course)> {
        let feature = self.class(drawn, problems);
        let points = self.points(drawn, problems);
        let (feature, points) = (feature?, points?);
        let course = match self.palette.features[feature].kind {
            FeatureKind::Way | FeatureKind::LooseWay => self.hexes(drawn, &points, problems).map(Course::Hexes),
            _ => self.sides(drawn, &points, problems).map(Course::Sides),
        };
        Some((feature, course?))
    }

    fn add(&self, drawn: &Drawn, problems: &mut Problems, what: &str, help: &str) {
        problems.add(self.source.problem(drawn.span.clone(), format!("{drawn}: {what}"), help));
    }

    fn class(&self, drawn: &Drawn, problems: &mut Problems) -> Option<usize> {
        let known = self.palette.feature_ids();
        let found = known.iter().position(|id| *id == drawn.class);
        if found.is_none() {
            let (what, near) = match drawn.class.as_str() {
                "" => ("it has no class".to_owned(), None),
                class => (format!("unknown feature \"{class}\""), nearest(class, known.iter().copied())),
            };
            let help = near.map(|near| format!("did you mean \"{near}\"?"));
            self.add(drawn, problems, &what, &help.unwrap_or_else(|| format!("there are {}", known.join(", "))));
        }
        found
    }

    /// The drawn points, in pixels of the map.
    fn points(&self, drawn: &Drawn, problems: &mut Problems) -> Option<Vec<(f32, f32)>> {
        let mut points = match &drawn.shape {
            ObjectShape::Polyline { points } => points.clone(),
            ObjectShape::Polygon { points } => points.iter().chain(points.first()).copied().collect(),
            _ => Vec::new(),
        };
        if points.len() < 2 {
            self.add(
                drawn,
                problems,
                "a feature is a line of two points or more",
                "draw it with Insert Polygon as a polyline",
            );
            return None;
        }
        if drawn.rotation != 0.0 {
            self.add(drawn, problems, "the line is rotated", "set its rotation to 0 and draw it where it belongs");
            return None;
        }
        for point in &mut points {
            *point = (point.0 + drawn.at.0, point.1 + drawn.at.1);
        }
        Some(points)
    }

    fn hexes(&self, drawn: &Drawn, points: &[(f32, f32)], problems: &mut Problems) -> Option<Vec<Hex>> {
        let before = problems.count();
        let mut path: Vec<Hex> = Vec::new();
        for &at in points {
            let centre = self.pixels.centre(at);
            let Some(hex) = hex_at(self.grid, centre.point) else {
                self.off_map(drawn, at, problems);
                continue;
            };
            if centre.off > TOLERANCE {
                self.too_far(drawn, at, centre, &format!("the centre of hex {}", self.grid.label(hex)), problems);
                continue;
            }
            match path.last() {
                None => path.push(hex),
                Some(&last) => match self.straight(last, hex) {
                    Some(between) => path.extend(between),
                    None => {
                        let what = format!(
                            "from {} to {} it does not run from centre to centre of adjacent hexes",
                            self.grid.label(last),
                            self.grid.label(hex)
                        );
                        self.add(drawn, problems, &what, "set a point in the centre of every hex where it turns");
                        path.push(hex);
                    }
                },
            }
        }
        if problems.count() == before && path.len() < 2 {
            self.add(drawn, problems, "it stays in one hex", "draw it on to the centre of another hex, or delete it");
        }
        (problems.count() == before).then_some(path)
    }

    /// The hexes after `from` up to `to`, if the centres of all of them are on one line; nothing more if both are the
    /// same.
    fn straight(&self, from: Hex, to: Hex) -> Option<Vec<Hex>> {
        let steps = self.grid.distance(from, to);
        let goal = self.grid.axial(to);
        let along = |direction: &Direction| self.grid.axial(from).stepped(*direction, i32::from(steps)) == goal;
        let direction = Direction::ALL.into_iter().find(along)?;
        (1..=i32::from(steps)).map(|step| self.grid.at(self.grid.axial(from).stepped(direction, step))).collect()
    }

    fn sides(&self, drawn: &Drawn, points: &[(f32, f32)], problems: &mut Problems) -> Option<Vec<(Hex, Hex)>> {
        let before = problems.count();
        let mut corners: Vec<(Point, Hex)> = Vec::new();
        for &at in points {
            let corner = self.pixels.corner(at);
            let Some(&hex) = hexes_at(self.grid, corner.point).first() else {
                self.off_map(drawn, at, problems);
                continue;
            };
            if corner.off > TOLERANCE {
                self.too_far(drawn, at, corner, &format!("a corner of hex {}", self.grid.label(hex)), problems);
            } else if corners.last().is_none_or(|(last, _)| *last != corner.point) {
                corners.push((corner.point, hex));
            }
        }
        let mut sides = Vec::new();
        for pair in corners.windows(2) {
            let [(a, from), (b, to)] = [pair[0], pair[1]];
            if !is_hexside(a, b) {
                let labels = (self.grid.label(from), self.grid.label(to));
                let what = format!("from a corner of {} to a corner of {} it follows no hexside", labels.0, labels.1);
                self.add(drawn, problems, &what, "set a point at every corner it passes");
                continue;
            }
            let beside_b = hexes_at(self.grid, b);
            let both: Vec<Hex> = hexes_at(self.grid, a).into_iter().filter(|hex| beside_b.contains(hex)).collect();
            match both[..] {
                [a, b] => sides.push((a.min(b), a.max(b))),
                _ => {
                    let what = format!("it runs along the edge of the map, at {}", self.grid.label(from));
                    self.add(
                        drawn,
                        problems,
                        &what,
                        "a hexside lies between two hexes of the map: leave this part out",
                    );
                }
            }
        }
        if problems.count() == before && sides.is_empty() {
            self.add(drawn, problems, "it stays at one corner", "draw it on to the next corner, or delete it");
        }
        (problems.count() == before).then_some(sides)
    }

    /// The hex that a point lies in.
    pub(super) fn hex(&self, drawn: &Drawn, problems: &mut Problems) -> Option<Hex> {
        let (width, height) = match &drawn.shape {
            ObjectShape::Rect { width, height }
            | ObjectShape::Ellipse { width, height }
            | ObjectShape::Text { width, height, .. } => (*width, *height),
            _ => (0.0, 0.0),
        };
        let at = (drawn.at.0 + width / 2.0, drawn.at.1 + height / 2.0);
        let hex = hex_at(self.grid, self.pixels.centre(at).point);
        if hex.is_none() {
            self.off_map(drawn, at, problems);
        }
        hex
    }

    fn off_map(&self, drawn: &Drawn, at: (f32, f32), problems: &mut Problems) {
        let hexes = if problems.is_full() { None } else { Some(self.grid.hexes()) };
        let near = hexes.into_iter().flatten().min_by(|&a, &b| self.away(a, at).total_cmp(&self.away(b, at)));
        let near = near.map(|hex| format!("; the nearest hex is {}", self.grid.label(hex))).unwrap_or_default();
        let what = format!("the point {:.0}, {:.0} is off the map{near}", at.0, at.1);
        self.add(drawn, problems, &what, "move it onto the map");
    }

    fn away(&self, hex: Hex, at: (f32, f32)) -> f32 {
        let centre = self.pixels.of(self.grid.axial(hex).centre());
        (centre.0 - at.0).hypot(centre.1 - at.1)
    }

    fn too_far(&self, drawn: &Drawn, at: (f32, f32), snapped: Snapped, near: &str, problems: &mut Problems) {
        let goal = self.pixels.of(snapped.point);
        let what = format!("the point {:.0}, {:.0} is {:.0} pixels from {near}", at.0, at.1, snapped.off);
        self.add(drawn, problems, &what, &format!("move it to {:.0}, {:.0}", goal.0, goal.1));
    }
}
