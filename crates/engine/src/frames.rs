use serde::{Deserialize, Serialize};

/// The stack of matters in progress: the top frame says what is asked now, the ones below wait for it to end.
///
/// An interrupt (opportunity fire, a reaction, a retreat) is a frame pushed on top; when it is settled it is popped and
/// the frame below resumes where it was. There are no flags that say "we are inside X".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Frames<F> {
    stack: Vec<F>,
}

impl<F> Frames<F> {
    /// A stack with its lowest frame.
    pub fn new(bottom: F) -> Self {
        Frames { stack: vec![bottom] }
    }

    /// What is asked now.
    ///
    /// # Panics
    /// Never: the bottom frame cannot be popped.
    pub fn top(&self) -> &F {
        self.stack.last().expect("the bottom frame stays")
    }

    /// What is asked now, to change it.
    ///
    /// # Panics
    /// Never: the bottom frame cannot be popped.
    pub fn top_mut(&mut self) -> &mut F {
        self.stack.last_mut().expect("the bottom frame stays")
    }

    /// Interrupts what is going on.
    pub fn push(&mut self, frame: F) {
        self.stack.push(frame);
    }

    /// Ends the top frame; the bottom one stays.
    pub fn pop(&mut self) -> Option<F> {
        if self.stack.len() > 1 { self.stack.pop() } else { None }
    }

    /// Puts another frame in the place of the top one.
    pub fn replace(&mut self, frame: F) {
        *self.top_mut() = frame;
    }

    /// All frames, the top one first.
    pub fn iter(&self) -> impl Iterator<Item = &F> {
        self.stack.iter().rev()
    }

    /// All frames to change them, the top one first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut F> {
        self.stack.iter_mut().rev()
    }

    /// How many frames there are.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
}
