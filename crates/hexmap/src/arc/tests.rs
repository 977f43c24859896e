use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use crate::{Arc, Arcs, Axial, Bearing, Corner, Direction, Edge, Facing, Favour, Hand, Width};

const WIDTHS: [Width; 3] = [Width::Sixty, Width::OneTwenty, Width::OneEighty];

fn facings() -> impl Iterator<Item = Facing> {
    Direction::ALL.into_iter().map(Facing::Side).chain(Corner::ALL.map(Facing::Corner))
}

fn bearing(q: i32, r: i32) -> Bearing {
    Bearing::of(Axial::new(q, r)).unwrap()
}

fn covered(facing: Facing, radius: u16, width: Width, edge: Edge) -> usize {
    Axial::default().ring(radius).filter(|&hex| facing.covers(Bearing::of(hex).unwrap(), width, edge)).count()
}

#[test]
fn rows_and_corners_are_told_apart() {
    assert_eq!(Bearing::of(Axial::default()), None);
    for direction in Direction::ALL {
        let far = Bearing::of(Axial::default().stepped(direction, 7)).unwrap();
        assert_eq!((far.direction(), far.corner()), (Some(direction), None));
        assert_eq!(Facing::from(direction).bearing(), far);
    }
    for corner in Corner::ALL {
        let (left, right) = corner.sides();
        let far = Bearing::of(Axial::default().stepped(left, 3).stepped(right, 3)).unwrap();
        assert_eq!((far.direction(), far.corner()), (None, Some(corner)));
        assert_eq!(Facing::from(corner).bearing(), far);
    }
    let between = bearing(1, -3);
    assert_eq!((between.direction(), between.corner()), (None, None));
}

#[test]
fn arcs_about_a_side_hold_the_printed_number_of_hexes() {
    for facing in Direction::ALL.map(Facing::Side) {
        // Range 1 to 4: a 60° arc is bounded by corner rays, which meet a hex at even ranges only.
        let count = |width, edge| [1, 2, 3, 4].map(|radius| covered(facing, radius, width, edge));
        assert_eq!(count(Width::Sixty, Edge::Inclusive), [1, 3, 3, 5]);
        assert_eq!(count(Width::Sixty, Edge::Exclusive), [1, 1, 3, 3]);
        assert_eq!(count(Width::OneTwenty, Edge::Inclusive), [3, 5, 7, 9]);
        assert_eq!(count(Width::OneTwenty, Edge::Exclusive), [1, 3, 5, 7]);
        assert_eq!(count(Width::OneEighty, Edge::Inclusive), [3, 7, 9, 13]);
        assert_eq!(count(Width::OneEighty, Edge::Exclusive), [3, 5, 9, 11]);
    }
}

#[test]
fn arcs_about_a_corner_hold_the_printed_number_of_hexes() {
    for facing in Corner::ALL.map(Facing::Corner) {
        let count = |width, edge| [1, 2, 3].map(|radius| covered(facing, radius, width, edge));
        assert_eq!(count(Width::Sixty, Edge::Inclusive), [2, 3, 4]);
        assert_eq!(count(Width::Sixty, Edge::Exclusive), [0, 1, 2]);
        assert_eq!(count(Width::OneTwenty, Edge::Inclusive), [2, 5, 6]);
        assert_eq!(count(Width::OneTwenty, Edge::Exclusive), [2, 3, 6]);
        assert_eq!(count(Width::OneEighty, Edge::Inclusive), [4, 7, 10]);
    }
}

#[test]
fn halves_leave_no_side_but_the_boundary() {
    let halves = Arcs { front: Width::OneEighty, rear: Width::OneEighty };
    let (north, abeam) = (Facing::Side(Direction::N), bearing(2, -1));
    assert_eq!(abeam.corner(), Some(Corner::E));
    for arc in [Arc::Front, Arc::Side, Arc::Rear] {
        assert!(halves.contains(arc, north, abeam, Edge::Inclusive));
        assert!(!halves.contains(arc, north, abeam, Edge::Exclusive));
    }
    assert_eq!(halves.arc(north, abeam, Favour::Front), Arc::Front);
    assert_eq!(halves.arc(north, abeam, Favour::Rear), Arc::Rear);
}

proptest! {
    /// Left and right by cross product, ahead and behind by its sign against the line abeam: no table of rays.
    #[test]
    fn arcs_agree_with_their_bounding_rays(q in -40_i32..40, r in -40_i32..40) {
        let step = Axial::new(q, r);
        if let Some(bearing) = Bearing::of(step) {
            for facing in facings() {
                for width in WIDTHS {
                    // Rays every 30°: sides at even places, corners at odd ones.
                    let place = match facing { Facing::Side(side) => 2 * side.index(), Facing::Corner(corner) => 2 * corner.index() + 1 };
                    let half = match width { Width::Sixty => 1, Width::OneTwenty => 2, Width::OneEighty => 3 };
                    let ray = |place: usize| match place % 12 {
                        side if side % 2 == 0 => Direction::ALL[side / 2].offset().centre(),
                        corner => Corner::ALL[corner / 2].offset(),
                    };
                    let from_left = ray(place + 12 - half).cross(step.centre());
                    let from_right = ray(place + half).cross(step.centre());
                    prop_assert_eq!(facing.covers(bearing, width, Edge::Inclusive), from_left >= 0 && from_right <= 0);
                    prop_assert_eq!(facing.covers(bearing, width, Edge::Exclusive), from_left > 0 && from_right < 0);
                }
                prop_assert_eq!(bearing.hand(facing), facing_hand(facing, step));
            }
        }
    }

    #[test]
    fn every_bearing_has_an_arc(q in -40_i32..40, r in -40_i32..40, front in 0..3_usize, rear in 0..3_usize) {
        let arcs = Arcs { front: WIDTHS[front], rear: WIDTHS[rear] };
        if let Some(bearing) = Bearing::of(Axial::new(q, r)) {
            for facing in facings() {
                for favour in [Favour::Front, Favour::Rear] {
                    let arc = arcs.arc(facing, bearing, favour);
                    prop_assert!(arcs.contains(arc, facing, bearing, Edge::Inclusive));
                }
                let strictly = [Arc::Front, Arc::Side, Arc::Rear].map(|arc| arcs.contains(arc, facing, bearing, Edge::Exclusive));
                prop_assert!(strictly.iter().filter(|&&inside| inside).count() <= 1);
                prop_assert_eq!(bearing.hand(facing), bearing.hand(facing.opposite()).map(Hand::other));
                prop_assert_eq!(facing.turned(3), facing.opposite());
            }
        }
    }
}

fn facing_hand(facing: Facing, step: Axial) -> Option<Hand> {
    let ahead = match facing {
        Facing::Side(side) => side.offset().centre(),
        Facing::Corner(corner) => corner.offset(),
    };
    ahead.hand_of(step.centre())
}
