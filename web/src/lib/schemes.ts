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

/** The look of a side, by the key the ruleset gave; a plain one, different for each seat, if we do not know it. */
export function schemeOf(colours: string, seat: number): Scheme {
  return SCHEMES[colours] ?? (NEUTRAL[seat % NEUTRAL.length] as Scheme);
}
