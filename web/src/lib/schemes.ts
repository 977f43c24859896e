import type { Band } from '../types/Band';
import type { Camp } from '../types/Camp';
import type { SeatInfo } from '../types/SeatInfo';
import { palette } from './settings.svelte';

/** How a side looks: never by hue alone, so each has a band of its own too. */
export interface Scheme {
  /** The counter. */
  base: string;
  /** Its darker edge and its band. */
  deep: string;
  /** Print on the counter. */
  ink: string;
  /** For text on the dark table. */
  bright: string;
  band: Band;
}

/** For a side whose look nobody has said. */
const NEUTRAL: readonly Scheme[] = [
  { base: '#b3ada0', deep: '#4b473f', ink: '#191713', bright: '#d8d2c4', band: 'bar' },
  { base: '#93a3b0', deep: '#35434f', ink: '#10161b', bright: '#bccad6', band: 'hatch' },
];

type Colours = Omit<Scheme, 'band'>;
type Palette = Exclude<typeof palette.value, 'usual'>;

/** The two camps in colours that are far apart for everybody who sees no difference between the two in the name. */
const CAMPS: Record<Palette, Record<Camp, Colours>> = {
  'red-green': {
    first: { base: '#8fb4dc', deep: '#173f6e', ink: '#0b1522', bright: '#a9cbee' },
    second: { base: '#edb64c', deep: '#7a4300', ink: '#231400', bright: '#f5cd7d' },
  },
  'blue-yellow': {
    first: { base: '#93c9c3', deep: '#0d514b', ink: '#06201d', bright: '#a8ddd7' },
    second: { base: '#f0a596', deep: '#86200f', ink: '#2a0802', bright: '#f8c0b5' },
  },
  grey: {
    first: { base: '#9a9a95', deep: '#262622', ink: '#0c0c0a', bright: '#b9b9b4' },
    second: { base: '#eceae2', deep: '#6a6a62', ink: '#14140f', bright: '#f4f2ea' },
  },
};

/** The look of a seat in the palette of this player: content says how its side looks, and to which camp it belongs. */
export function schemeOf(side: Pick<SeatInfo, 'livery'> | null | undefined, seat: number): Scheme {
  const { livery } = side ?? {};
  if (livery == null) return NEUTRAL[seat % NEUTRAL.length] as Scheme;
  return palette.value === 'usual' ? livery : { ...CAMPS[palette.value][livery.camp], band: livery.band };
}
