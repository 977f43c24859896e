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

export type Band = 'bar' | 'hatch' | 'dots' | 'rungs' | 'twin' | 'cross';

const SCHEMES: Record<string, Scheme> = {
  german: { base: '#8b9688', deep: '#3d4740', ink: '#14190f', bright: '#b9c6b3', band: 'bar' },
  soviet: { base: '#c69566', deep: '#7a2b1d', ink: '#200e06', bright: '#eab88a', band: 'hatch' },
  us: { base: '#a5a869', deep: '#4a4d1f', ink: '#17180a', bright: '#d3d694', band: 'dots' },
  british: { base: '#c9b183', deep: '#6b4f23', ink: '#1f170a', bright: '#e5cf9f', band: 'rungs' },
  italian: { base: '#9db5a8', deep: '#2f5b48', ink: '#0e1a14', bright: '#bcd8c9', band: 'twin' },
  finnish: { base: '#b9c4cf', deep: '#2f4a6b', ink: '#0f161f', bright: '#cfdcea', band: 'cross' },
};

const NEUTRAL: readonly Scheme[] = [
  { base: '#b3ada0', deep: '#4b473f', ink: '#191713', bright: '#d8d2c4', band: 'bar' },
  { base: '#93a3b0', deep: '#35434f', ink: '#10161b', bright: '#bccad6', band: 'hatch' },
];

type Colours = Omit<Scheme, 'band'>;
type Palette = Exclude<typeof palette.value, 'usual'>;

/** The two camps in colours that are far apart for everybody who sees no difference between the two in the name. */
const CAMPS: Record<Palette, { axis: Colours; allies: Colours }> = {
  'red-green': {
    axis: { base: '#8fb4dc', deep: '#173f6e', ink: '#0b1522', bright: '#a9cbee' },
    allies: { base: '#edb64c', deep: '#7a4300', ink: '#231400', bright: '#f5cd7d' },
  },
  'blue-yellow': {
    axis: { base: '#93c9c3', deep: '#0d514b', ink: '#06201d', bright: '#a8ddd7' },
    allies: { base: '#f0a596', deep: '#86200f', ink: '#2a0802', bright: '#f8c0b5' },
  },
  grey: {
    axis: { base: '#9a9a95', deep: '#262622', ink: '#0c0c0a', bright: '#b9b9b4' },
    allies: { base: '#eceae2', deep: '#6a6a62', ink: '#14140f', bright: '#f4f2ea' },
  },
};
const AXIS: readonly string[] = ['german', 'italian', 'finnish'];

/** Every known side in every palette, made once: equal looks are the same object. */
const IN_PALETTE = new Map<string, Scheme>(
  (Object.keys(CAMPS) as Palette[]).flatMap((name) =>
    Object.entries(SCHEMES).map(([colours, scheme]): [string, Scheme] => [
      `${name}/${colours}`,
      { ...CAMPS[name][AXIS.includes(colours) ? 'axis' : 'allies'], band: scheme.band },
    ]),
  ),
);

/** The look of a side, by the key the ruleset gave; a plain one, different for each seat, if we do not know it. */
export function schemeOf(colours: string, seat: number): Scheme {
  const known = IN_PALETTE.get(`${palette.value}/${colours}`) ?? SCHEMES[colours];
  return known ?? (NEUTRAL[seat % NEUTRAL.length] as Scheme);
}
