use crate::{pen::Pen, point::Point};

/// A cubic curve.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bezier(pub(crate) Point, pub(crate) Point, pub(crate) Point, pub(crate) Point);

impl Bezier {
    pub(crate) fn at(self, t: f64) -> Point {
        self.split(t).0.3
    }

    /// Direction of travel at `t`.
    pub(crate) fn heading(self, t: f64) -> Point {
        let (before, after) = self.split(t);
        (after.1 - before.2).unit()
    }

    /// The part before `t` and the part after, by de Casteljau.
    pub(crate) fn split(self, t: f64) -> (Bezier, Bezier) {
        let Bezier(a, b, c, d) = self;
        let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
        let (abc, bcd) = (ab.lerp(bc, t), bc.lerp(cd, t));
        let middle = abc.lerp(bcd, t);
        (Bezier(a, ab, abc, middle), Bezier(middle, bcd, cd, d))
    }

    pub(crate) fn reversed(self) -> Bezier {
        Bezier(self.3, self.2, self.1, self.0)
    }

    /// Continues the pen's line if it rests where this curve begins.
    pub(crate) fn draw(self, pen: &mut Pen) {
        if !pen.rests_on(self.0) {
            pen.move_to(self.0);
        }
        pen.curve_to(self.1, self.2, self.3);
    }
}

/// Catmull-Rom through the points, as cubic curves.
pub(crate) fn smooth(points: &[Point], closed: bool) -> Vec<Bezier> {
    let n = points.len();
    if n < 2 {
        return Vec::new();
    }
    let get = |i: isize| {
        let wrapped = if closed { i.rem_euclid(n as isize) } else { i.clamp(0, n as isize - 1) };
        points[wrapped as usize]
    };
    let count = if closed { n } else { n - 1 } as isize;
    (0..count)
        .map(|i| {
            let (p0, p1, p2, p3) = (get(i - 1), get(i), get(i + 1), get(i + 2));
            Bezier(p1, p1 + (p2 - p0) * (1.0 / 6.0), p2 - (p3 - p1) * (1.0 / 6.0), p2)
        })
        .collect()
}

/// Draws curves that follow each other; closes the path if they come round.
pub(crate) fn draw(pen: &mut Pen, curves: &[Bezier], closed: bool) {
    curves.iter().for_each(|c| c.draw(pen));
    if closed && !curves.is_empty() {
        pen.close();
    }
}

/// Points at about `step` apart along the curves, each with the direction of travel.
pub(crate) fn walk(curves: &[Bezier], step: f64) -> Vec<(Point, Point)> {
    let mut out = Vec::new();
    let mut due = step / 2.0;
    for curve in curves {
        let mut last = curve.0;
        let reach = curve.0.distance(curve.1) + curve.1.distance(curve.2) + curve.2.distance(curve.3);
        let count = (reach / step * 3.0).ceil().max(12.0) as i32;
        for i in 1..=count {
            let t = f64::from(i) / f64::from(count);
            let here = curve.at(t);
            due -= last.distance(here);
            if due <= 0.0 {
                out.push((here, curve.heading(t.min(0.999))));
                due += step;
            }
            last = here;
        }
    }
    out
}
