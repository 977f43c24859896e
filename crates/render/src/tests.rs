use crate::{
    curve::{smooth, walk},
    pen::Pen,
    point::point,
    svg::escape,
};

#[test]
fn path_data_is_relative_short_and_does_not_drift() {
    let mut pen = Pen::default();
    pen.polyline(&[point(10.0, 20.0), point(10.04, 19.5), point(10.08, 19.52), point(12.0, 19.5)]);
    pen.dot(point(0.0, 0.55));
    assert_eq!(pen.data(), "m10 20 0-.5.1 0 1.9 0m-12-18.9h0");
}

#[test]
fn a_closed_path_goes_on_from_its_start() {
    let mut pen = Pen::default();
    pen.polygon(&[point(1.0, 1.0), point(2.0, 1.0), point(2.0, 2.0)]);
    pen.line(point(3.0, 3.0), point(4.0, 4.0));
    assert_eq!(pen.data(), "m1 1 1 0 0 1zm2 2 1 1");
}

#[test]
fn a_curve_goes_through_its_points() {
    let points = [point(0.0, 0.0), point(10.0, 0.0), point(10.0, 10.0)];
    let open = smooth(&points, false);
    assert_eq!((open.len(), open[0].0, open[0].3, open[1].3), (2, points[0], points[1], points[2]));
    assert_eq!(smooth(&points, true).len(), 3);
    assert!(smooth(&points[..1], false).is_empty());
}

#[test]
fn a_walk_keeps_its_pace() {
    let steps = walk(&smooth(&[point(0.0, 0.0), point(60.0, 0.0), point(120.0, 0.0)], false), 12.0);
    assert_eq!(steps.len(), 10);
    assert!(steps.iter().all(|(_, heading)| heading.distance(point(1.0, 0.0)) < 1e-6));
    let short = walk(&smooth(&[point(0.0, 0.0), point(120.0, 0.0)], false), 3.0);
    assert_eq!(short.len(), 40);
    assert!(short.windows(2).all(|w| (2.0..4.0).contains(&w[0].0.distance(w[1].0))));
}

#[test]
fn text_is_made_safe() {
    assert_eq!(escape("a<b> & \"c\"\n"), "a&lt;b&gt; &amp; &quot;c&quot; ");
}
