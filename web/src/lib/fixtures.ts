import type { BoardHex } from '../types/BoardHex';
import type { Choice } from '../types/Choice';
import type { Counter } from '../types/Counter';
import type { Entry } from '../types/Entry';
import type { Forecast } from '../types/Forecast';
import type { Look } from '../types/Look';
import type { LookStep } from '../types/LookStep';
import type { Severity } from '../types/Severity';
import type { TableInfo } from '../types/TableInfo';
import type { TableSeat } from '../types/TableSeat';
import type { Hexes } from './geometry';

// Small things for the tests of this folder.

export function choice(action: string, with_: Partial<Choice> = {}): Choice {
  return {
    action,
    kind: 'button',
    label: action,
    units: [],
    target: null,
    hex: null,
    cost: null,
    odds: null,
    rule: 'X-1',
    default: false,
    waits: false,
    asks: null,
    group: null,
    ...with_,
  };
}

/** A forecast whose outcomes have this many ways: nothing, and then graver and graver for the other side. */
export function forecast(...ways: number[]): Forecast {
  const of = ways.reduce((sum, n) => sum + n, 0);
  const grades: Severity[] = ['nothing', 'effect', 'damage', 'disabled', 'killed'];
  const outcomes = ways.map((n, index) => ({
    result: `result-${index}`,
    label: `result ${index}`,
    group: grades[index] ?? 'killed',
    severity: grades[index] ?? 'killed',
    good_for: index === 0 ? ('nobody' as const) : ('doer' as const),
    ways: n,
    of,
    p: n / of,
  }));
  const worth = outcomes.reduce((sum, { p }, index) => sum + (p * index) / grades.length, 0);
  return { modifiers: [], outcomes, headline: outcomes.filter(({ p }) => p > 0).toReversed(), worth };
}

export function counter(id: string, hex: string, with_: Partial<Counter> = {}): Counter {
  return {
    id,
    hex,
    seat: 0,
    name: id.toUpperCase(),
    kind: 'company',
    symbol: 'infantry',
    formation: '',
    numbers: [],
    steps: { left: 2, of: 2 },
    markers: [],
    state: 'idle',
    facing: null,
    ...with_,
  };
}

export function entry(text: string, with_: Partial<Entry> = {}): Entry {
  return {
    seq: 1,
    rule: 'X-1',
    text,
    seat: null,
    tone: 'plain',
    hexes: [],
    units: [],
    resolution: null,
    page: null,
    ...with_,
  };
}

/** A flat-top grid; even columns sit half a hex lower. */
export function grid(columns: number, rows: number): Hexes {
  const id = (column: number, row: number): string | null =>
    column < 1 || row < 1 || column > columns || row > rows
      ? null
      : `${String(column).padStart(2, '0')}${String(row).padStart(2, '0')}`;
  const hexes: BoardHex[] = [];
  for (let c = 1; c <= columns; c += 1) {
    for (let r = 1; r <= rows; r += 1) {
      const low = c % 2 === 0;
      const up = low ? r : r - 1;
      hexes.push({
        id: id(c, r) ?? '',
        x: c * 15,
        y: r * 17 + (low ? 8.5 : 0),
        terrain: 'clear',
        elevation: 0,
        neighbours: [id(c, r - 1), id(c + 1, up), id(c + 1, up + 1), id(c, r + 1), id(c - 1, up + 1), id(c - 1, up)],
      });
    }
  }
  return new Map(hexes.map((hex) => [hex.id, hex]));
}

/** A hex or, with two numbers, a side on the way of a look. */
export function lookStep(place: string, at: number, until: number, with_: Partial<LookStep> = {}): LookStep {
  return {
    hexes: place.split('/'),
    side: false,
    way: 'through',
    at,
    until,
    ground: 0,
    top: with_.ground ?? 0,
    what: 'Open ground',
    effect: 'open',
    hindrances: 0,
    why: '',
    rule: null,
    ...with_,
  };
}

/** A look from 0101 to 0106. */
export function look(steps: LookStep[], with_: Partial<Look> = {}): Look {
  return {
    from: { hex: '0101', ground: 0, eye: 0, what: 'Open ground' },
    to: { hex: '0106', ground: 0, eye: 0, what: 'Open ground' },
    range: 5,
    verdict: 'clear',
    hindrances: 0,
    cost: null,
    hex_seen: true,
    summary: '',
    rule: 'X-1',
    steps,
    notes: [],
    ...with_,
  };
}

export function tableSeat(given: Partial<TableSeat> = {}): TableSeat {
  const plain = { seat: 0, id: 'one', name: 'One', player: 'human', key: null };
  return { ...plain, invite: null, who: null, claimed: false, yours: false, ...given };
}

export function tableInfo(given: Partial<TableInfo> = {}): TableInfo {
  return {
    id: 'table',
    game: 'game',
    scenario: 'first',
    title: 'Table',
    settings: [],
    guide: null,
    dice: 'program',
    branch: null,
    seats: [],
    seq: 3,
    touched: 100,
    over: false,
    standing: '',
    broken: null,
    differs: null,
    fair: null,
    open: false,
    public: false,
    host: null,
    watch: null,
    asked: null,
    doomed: null,
    again: [],
    past: null,
    is_host: false,
    clock: null,
    hosted_by: null,
    ...given,
  };
}
