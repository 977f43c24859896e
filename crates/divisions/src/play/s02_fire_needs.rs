//! What a shot needs (FD-2): a gun, range, sight and clear weather.

use hexmap::Hex;

use super::{Refused, s01_companies::face, s16_weather};
use crate::state::{Ask, Unit, UnitSet};

/// Those of some units that are seen from a hex. Nobody else can fire at it or be fired at from it: sight is the same
/// from both ends. For lists, which ask about many and find few.
pub(super) fn seen(ask: Ask<'_>, units: UnitSet, hex: Hex) -> impl Iterator<Item = Unit> {
    let field = ask.rules.sight.field(hex);
    units.iter().filter(move |&unit| ask.state.hex(unit).is_some_and(|there| field.contains(there)))
}

/// The range at which `shooter` could fire from where it stands at something in `hex`.
pub(crate) fn range(ask: Ask<'_>, shooter: Unit, hex: Hex) -> Result<u16, Refused> {
    let from = ask.state.hex(shooter).ok_or(Refused::NotOnMap(shooter))?;
    let reach = face(ask, shooter).range;
    if !s16_weather::allows_fire(ask) {
        return Err(Refused::NoFireWeather);
    }
    if reach == 0 {
        return Err(Refused::Unarmed(shooter));
    }
    let range = ask.rules.grid().distance(from, hex);
    if range > reach {
        return Err(Refused::OutOfRange { shooter, range, reach });
    }
    if !ask.rules.sees(from, hex) {
        return Err(Refused::NoSight { shooter, hex });
    }
    Ok(range)
}
