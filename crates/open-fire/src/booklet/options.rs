//! The optional rules of the rulebook, which a mission may force and players may choose.

/// Optional rules.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Closed vehicles see only ahead (OF-8.4).
    pub closed_arcs: bool,
    /// Ammunition is counted by type (OF-9.5).
    pub ammunition_by_type: bool,
    /// Machineguns are lost one by one (OF-9.9).
    pub separate_machineguns: bool,
    /// Hidden targets can be fired at (OF-14.5, OF-18).
    pub hidden_targets: bool,
    /// Soft ground (mission 5).
    pub soft_ground: bool,
    /// Snow (mission 6).
    pub snow: bool,
    /// The mission is part of a campaign (OF-16).
    pub campaign: bool,
}

/// An optional rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Closed vehicles see only ahead (OF-8.4).
    ClosedSight,
    /// Ammunition is counted by type (OF-9.5).
    AmmunitionByType,
    /// The machineguns of a tank are three (OF-9.9).
    SeparateMachineguns,
    /// Hidden targets can be fired at (OF-14.5).
    HiddenTargets,
}

impl Switch {
    /// All, in the order of the rulebook.
    pub const ALL: [Switch; 4] =
        [Switch::ClosedSight, Switch::AmmunitionByType, Switch::SeparateMachineguns, Switch::HiddenTargets];

    /// Its name in files and commands.
    pub fn id(self) -> &'static str {
        match self {
            Switch::ClosedSight => "closed-sight",
            Switch::AmmunitionByType => "ammunition-by-type",
            Switch::SeparateMachineguns => "separate-machineguns",
            Switch::HiddenTargets => "hidden-targets",
        }
    }

    /// Its place among the options.
    pub(crate) fn of(self, options: &mut Options) -> &mut bool {
        match self {
            Switch::ClosedSight => &mut options.closed_arcs,
            Switch::AmmunitionByType => &mut options.ammunition_by_type,
            Switch::SeparateMachineguns => &mut options.separate_machineguns,
            Switch::HiddenTargets => &mut options.hidden_targets,
        }
    }
}
