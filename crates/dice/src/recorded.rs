use crate::{Dice, Faces, Fell, Throw};

/// Passes throws on to another source and keeps every face that fell.
pub struct Recorded<'a> {
    source: &'a mut dyn Dice,
    faces: Faces,
}

impl<'a> Recorded<'a> {
    /// Starts an empty record of `source`.
    pub fn new(source: &'a mut dyn Dice) -> Self {
        Recorded { source, faces: Faces::new() }
    }

    /// The faces that fell since the start, in order: what [`crate::Scripted`] needs to repeat them.
    pub fn into_faces(self) -> Faces {
        self.faces
    }
}

impl Dice for Recorded<'_> {
    fn throw(&mut self, throw: &Throw<'_>) -> Fell {
        let fell = self.source.throw(throw);
        self.faces.extend_from_slice(fell.faces());
        fell
    }
}
