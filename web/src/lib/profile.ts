import type { Look } from '../types/Look';
import type { LookStep } from '../types/LookStep';
import { blockerOf, stretchesOf, type Fare } from './look';

/** The frame of a chart in its own units. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A part of the ground. */
interface Plot {
  from: number;
  to: number;
  ground: number;
}

/** Something that stands on the ground, or on a hexside. */
export interface Block {
  step: LookStep;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of the sight line. */
export interface Ray {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  fare: Fare;
}

/** An elevation profile: where everything is drawn. */
export interface Profile {
  /** The outline of the ground as the `d` of a closed path. */
  ground: string;
  /** The heights of the level lines, from the lowest. */
  levels: { level: number; y: number }[];
  blocks: Block[];
  rays: Ray[];
  eyes: [{ x: number; y: number }, { x: number; y: number }];
  /** The stretch of every hex on the way, for the pointer. */
  zones: { hexes: string[]; step: LookStep | null; x: number; width: number }[];
}

const SIDE_WIDTH = 5;
/** The eye is drawn this much of a level above the ground it stands on. */
const EYE = 0.14;

/** The stretches of the ground from end to end. Where a line runs along a hexside, the hex that it passes by is left out. */
export function plotsOf(look: Look): Plot[] {
  const hexes = look.steps.filter((step) => !step.side && step.until > step.at);
  const plots: Plot[] = [{ from: 0, to: hexes[0]?.at ?? 0.5, ground: look.from.ground }];
  for (const step of hexes) {
    const last = plots.at(-1);
    if (last != null && step.at < last.to - 1e-9) {
      // The other side of a tie. The line passes over the lower of the two.
      last.ground = Math.min(last.ground, step.ground);
      continue;
    }
    plots.push({ from: step.at, to: step.until, ground: step.ground });
  }
  const last = plots.at(-1);
  const end = last == null || plots.length === 1 ? 0.5 : last.to;
  plots.push({ from: end, to: 1, ground: look.to.ground });
  return plots;
}

/** The levels that a chart of this look has to show. */
export function levelsOf(look: Look): [number, number] {
  const grounds = [look.from.ground, look.to.ground, ...look.steps.map((step) => step.ground)];
  const tops = [look.from.eye, look.to.eye, ...grounds, ...look.steps.map((step) => step.top)];
  const low = Math.min(...grounds);
  return [low, Math.max(low + 2, ...tops)];
}

export function profileOf(look: Look, frame: Frame): Profile {
  const [low, high] = levelsOf(look);
  const inner = frame.width - frame.left - frame.right;
  const tall = frame.height - frame.top - frame.bottom;
  const x = (share: number): number => round(frame.left + share * inner);
  // Half a level of earth below the lowest ground, and some air above the highest top.
  const y = (level: number): number => round(frame.top + tall - ((level - low + 0.5) / (high - low + 0.8)) * tall);
  const plots = plotsOf(look);

  const eyes: Profile['eyes'] = [
    { x: x(0), y: y(look.from.eye + EYE) },
    { x: x(1), y: y(look.to.eye + EYE) },
  ];
  const lineY = (share: number): number => round(eyes[0].y + (eyes[1].y - eyes[0].y) * share);
  const rays = stretchesOf(look).map(({ from, to, fare }) => ({
    x1: x(from),
    y1: lineY(from),
    x2: x(to),
    y2: lineY(to),
    fare,
  }));

  const blocks = look.steps.flatMap((step): Block[] => {
    if (step.side ? step.what === '' : step.top <= step.ground) return [];
    // A feature without height, such as a river, is only a line on the ground.
    const rise = Math.max(step.top - step.ground, 0.08);
    const [top, bottom] = [y(step.ground + rise), y(step.ground)];
    const place = step.side
      ? { x: round(x(step.at) - SIDE_WIDTH / 2), width: SIDE_WIDTH }
      : { x: round(x(step.at) + 1), width: round(Math.max(2, x(step.until) - x(step.at) - 2)) };
    return [{ step, ...place, y: top, height: round(bottom - top) }];
  });

  const hexes = look.steps.filter((step) => !step.side && step.until > step.at);
  const zone = (names: string[], step: LookStep | null, from: number, to: number): Profile['zones'][number] => ({
    hexes: names,
    step,
    x: x(from),
    width: round(x(to) - x(from)),
  });
  const zones = [
    zone([look.from.hex], null, 0, plots[0]?.to ?? 0),
    ...hexes.map((step) => zone(step.hexes, step, step.at, step.until)),
    zone([look.to.hex], null, plots.at(-1)?.from ?? 1, 1),
  ];

  return {
    ground: groundPath(plots, x, y, frame),
    levels: Array.from({ length: high - low + 1 }, (_, n) => ({ level: low + n, y: y(low + n) })),
    blocks,
    rays,
    eyes,
    zones,
  };
}

/** Flat in each hex, with a slope where two levels meet. */
function groundPath(plots: Plot[], x: (share: number) => number, y: (level: number) => number, frame: Frame): string {
  const bottom = frame.height - frame.bottom;
  const parts = [`M${x(0)} ${bottom}`, `L${x(0)} ${y(plots[0]?.ground ?? 0)}`];
  for (const [index, plot] of plots.entries()) {
    const next = plots[index + 1];
    if (next == null || next.ground === plot.ground) continue;
    const slope = Math.min(plot.to - plot.from, next.to - next.from) * 0.3;
    const [before, at, after] = [x(plot.to - slope), x(plot.to), x(plot.to + slope)];
    parts.push(
      `L${before} ${y(plot.ground)}`,
      `C${at} ${y(plot.ground)} ${at} ${y(next.ground)} ${after} ${y(next.ground)}`,
    );
  }
  parts.push(`L${x(1)} ${y(plots.at(-1)?.ground ?? 0)}`, `L${x(1)} ${bottom}`, 'Z');
  return parts.join('');
}

/** What a chart says to people who hear it. */
export function profileInWords(look: Look): string {
  const blocker = blockerOf(look);
  const rise = `Elevation from level ${look.from.ground} at ${look.from.hex} to level ${look.to.ground} at ${look.to.hex}`;
  return blocker == null ? `${rise}.` : `${rise}; ${blocker.what} reaches level ${blocker.top}.`;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
