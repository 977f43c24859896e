//! In which group a choice is offered: what is most useful first.

use engine::ChoiceGroup;

use crate::play::action::Action;

/// The group of an action; `None` for those that stand by themselves.
pub(crate) fn group_of(action: &Action) -> Option<ChoiceGroup> {
    let group = |order: u8, title: &str| Some(ChoiceGroup { title: title.to_owned(), order, gathered: None });
    match action {
        Action::FireMain { .. } | Action::FireAll { .. } | Action::FireGuns { .. } | Action::FireBazooka { .. } => {
            group(0, "Fire")
        }
        Action::Assault { .. } | Action::Charge { .. } | Action::Guard { .. } => group(1, "Assault"),
        Action::Drive { .. }
        | Action::Forward
        | Action::Back
        | Action::Walk { .. }
        | Action::March { .. }
        | Action::Exit { .. }
        | Action::Defilade
        | Action::DigIn { .. } => group(2, "Drive"),
        Action::Enter { .. } | Action::Place { .. } => group(2, "Come in"),
        Action::Rotate { .. } | Action::Traverse { .. } | Action::Face { .. } | Action::Prepare { .. } => {
            group(3, "Turn")
        }
        Action::LaySmoke { .. } => {
            Some(ChoiceGroup { title: "Smoke".to_owned(), order: 4, gathered: Some("Lay smoke…".to_owned()) })
        }
        Action::GiveTurn { .. } | Action::MakeAware { .. } | Action::HandOver { .. } => group(5, "Command"),
        Action::Assign { .. } => group(2, "Sections"),
        Action::Hatch { .. } => group(6, "Hatches"),
        Action::Load { .. } | Action::Unload { .. } | Action::Abandon | Action::Lead { .. } => group(7, "Crew"),
        Action::Generate(_)
        | Action::Debrief(_)
        | Action::Begin { .. }
        | Action::German
        | Action::Peer
        | Action::LeaveIt
        | Action::Answer(_)
        | Action::CallOff
        | Action::StandDown
        | Action::Done => None,
    }
}
