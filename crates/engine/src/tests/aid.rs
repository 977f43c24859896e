use dice::{Dice, Throw};

use crate::{
    Aid, AidDie, AidThrow, AskError, Attacks, Flag, Forecast, Form, Pick, Resolution, Resolved, RuleId, Throwing,
    Words, throw,
};

const RULE: RuleId = RuleId("TOY-1");

/// Two dice; a pair of sixes asks for a third.
struct Toy(Vec<Form>);

impl Attacks for Toy {
    fn forms(&self) -> &[Form] {
        &self.0
    }

    fn forecast(&self, _: &str, _: &Words) -> Result<Forecast, AskError> {
        Err(AskError::Words("no odds here".into()))
    }

    fn resolve(&self, _: &str, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
        words.need("range")?;
        let first = dice.throw(&Throw::d6("to hit", 2).coloured(["red", "blue"]));
        let result = match first.faces() {
            [6, 6] => format!("critical {}", dice.throw(&Throw::d10("damage")).faces()[0]),
            faces => format!("{faces:?}"),
        };
        let resolution = Resolution { modifiers: vec![], throws: vec![], reading: String::new(), result };
        Ok(Resolved::new(RULE, resolution, "").then(RULE, "and so on"))
    }
}

fn toy() -> Toy {
    Toy(vec![Form::new("toy", "A toy").plain([
        Flag::one_of("range", "FACTOR", "How far", ["close", "long"]).needed(),
        Flag::number("rnge", "The same", 0, 9).only_typed(),
    ])])
}

fn thrown(faces: &[u16], seed: Option<u64>) -> Result<Throwing, AskError> {
    let toy = toy();
    let words = Words::read(&toy.0[0], ["--range", "long"])?;
    throw(&toy, "toy", &words, faces, seed)
}

fn result(throwing: Result<Throwing, AskError>) -> String {
    match throwing {
        Ok(Throwing::Done { resolved, .. }) => resolved.resolution.result,
        Ok(Throwing::Needs(needed)) => format!("needs {} {:?}", needed.next.what, needed.next.faces),
        Err(error) => error.to_string(),
    }
}

#[test]
fn dice_are_asked_for_until_it_is_decided() {
    let red_and_blue = [Some("red".to_owned()), Some("blue".to_owned())].map(|colour| AidDie { colour, sides: 6 });
    let Ok(Throwing::Needs(needed)) = thrown(&[], None) else { panic!("the first dice are not there yet") };
    assert_eq!(
        needed.next,
        AidThrow { what: "to hit".into(), dice: red_and_blue.to_vec(), faces: vec![], names: vec![] }
    );
    assert!(needed.throws.is_empty());
    let Ok(Throwing::Needs(needed)) = thrown(&[6, 6], None) else { panic!("a critical hit asks for a die") };
    assert_eq!(
        (needed.next.what.as_str(), needed.next.dice[0].sides, needed.next.dice[0].colour.clone()),
        ("damage", 10, None)
    );
    assert_eq!(needed.throws[0].faces, [6, 6]);
    for (faces, expected) in [
        (&[4][..], "needs to hit [4]"),
        (&[4, 3], "[4, 3]"),
        (&[6, 6, 0], "critical 10"),
        (&[7], "7 is not on the die for to hit (it has 6 sides)"),
        (&[6, 6, 11], "11 is not on the die for damage (it has 10 sides)"),
        (&[1, 1, 1], "1 of the dice were never thrown"),
    ] {
        assert_eq!(result(thrown(faces, None)), expected, "{faces:?}");
    }
}

#[test]
fn a_seed_throws_the_dice_that_nobody_threw() {
    let all = result(thrown(&[], Some(7)));
    assert_eq!(all, result(thrown(&[], Some(7))));
    assert!((8..40).any(|seed| result(thrown(&[], Some(seed))) != all), "the seed decides");
    assert!(result(thrown(&[6, 6], Some(7))).starts_with("critical "));
}

/// Two dice that are thrown again if they show a one.
struct Again;

impl Attacks for Again {
    fn forms(&self) -> &[Form] {
        &[]
    }

    fn forecast(&self, _: &str, _: &Words) -> Result<Forecast, AskError> {
        Err(AskError::Words("no odds here".into()))
    }

    fn resolve(&self, _: &str, _: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
        let throw = Throw::d6("to hit", 2).coloured(["red", "blue"]).added_again(&|face| face - 1, 1);
        let result = format!("{:?}", dice.throw(&throw).faces());
        let resolution = Resolution { modifiers: vec![], throws: vec![], reading: String::new(), result };
        Ok(Resolved::new(RULE, resolution, ""))
    }
}

#[test]
fn dice_that_are_thrown_again_are_asked_for_by_themselves() {
    let thrown = |faces: &[u16], seed| throw(&Again, "again", &Words::default(), faces, seed);
    let Ok(Throwing::Needs(needed)) = thrown(&[5, 1], None) else { panic!("the blue die shows a one") };
    assert_eq!(needed.next.dice, [AidDie { colour: Some("blue".into()), sides: 6 }]);
    assert_eq!(result(thrown(&[5, 1, 4], None)), "[5, 1, 4]");
    assert_eq!(result(thrown(&[1, 1, 1], None)), "[1, 1, 1]", "only one of them, and only once");
    assert!(result(thrown(&[5, 1], Some(3))).starts_with("[5, 1, "), "the seed throws what is missing");
    for seed in 0..40 {
        let Ok(Throwing::Done { throws, resolved }) = thrown(&[], Some(seed)) else { panic!("all is thrown") };
        let faces: Vec<u16> = throws.iter().flat_map(|one| one.faces.clone()).collect();
        assert_eq!(resolved.resolution.result, format!("{faces:?}"));
    }
}

#[test]
fn a_screen_asks_everything_but_second_names() {
    let aid = Aid::of(&toy());
    let names: Vec<&str> = aid.forms[0].flags().map(|flag| flag.name).collect();
    assert_eq!(names, ["range"]);
    crate::contract::check_forms(&toy());
}

#[test]
fn words_are_read_as_people_write_them() {
    assert_eq!(Pick::from("move-and-fire").label, "Move and fire");
}
