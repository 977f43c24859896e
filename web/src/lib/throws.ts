import type { AidThrow } from '../types/AidThrow';
import type { FacedDie } from '../types/FacedDie';
import { facesOf, kindsOf, type Kind } from './aid';

/** The faces of a throw that is being typed, by the place of the die. */
export type Typed = readonly (number | null)[];

/** So many faces fit on buttons. */
export const MOST_FACES = 20;

export const nothingTyped = (next: Pick<AidThrow, 'dice'>): Typed => next.dice.map(() => null);

/** The faces, if none is missing. */
export function whole(typed: Typed): number[] | null {
  const faces = typed.filter((face) => face != null);
  return faces.length === typed.length ? faces : null;
}

/** The next free die of a kind shows this face. */
export function typing(typed: Typed, { places }: Kind, face: number): Typed {
  const place = places.find((one) => typed[one] == null);
  return place == null ? typed : typed.with(place, face);
}

/** Without the face that was typed last: kinds are typed in their order. */
export function untyping(typed: Typed, next: Pick<AidThrow, 'dice'>): Typed {
  const last = kindsOf(next)
    .flatMap(({ places }) => places)
    .findLast((place) => typed[place] != null);
  return last == null ? typed : typed.with(last, null);
}

/**
 * The face that a digit means: the number on the die, 0 for the ten of a ten-sided one, or the so manieth button of a die with symbols. It
 * goes to the first kind with a die left.
 */
export function byDigit(
  digit: number,
  typed: Typed,
  next: Pick<AidThrow, 'dice'>,
  dice: readonly FacedDie[],
): { kind: Kind; face: number } | null {
  const kind = kindsOf(next).find(({ places }) => places.some((place) => typed[place] == null));
  if (kind == null || kind.sides > MOST_FACES) return null;
  const faces = facesOf(kind, dice);
  const face = faces[(digit === 0 ? 10 : digit) - 1];
  return face == null ? null : { kind, face: face.value };
}

/** "2 dice", "1 red die and 3 blue dice", "a ten-sided die": what to take in hand. */
export function inHand(next: Pick<AidThrow, 'dice'>): string {
  const SIDES: Record<number, string> = { 6: '', 10: 'ten-sided', 100: 'percentile' };
  const words = kindsOf(next).map(({ colour, sides, places }) => {
    const kind = colour ?? SIDES[sides] ?? `${sides}-sided`;
    if (sides === 100 && colour == null) return 'percentile dice, 1 to 100';
    return [String(places.length), kind, places.length === 1 ? 'die' : 'dice'].filter((word) => word !== '').join(' ');
  });
  return words.join(' and ');
}
