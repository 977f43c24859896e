import * as api from '../lib/api';
import { hexesOf, type Hexes } from '../lib/geometry';
import { stacksOf } from '../lib/stacks';
import { loadSymbols } from '../lib/symbols';
import type { Board } from '../types/Board';
import type { Counter } from '../types/Counter';
import type { RuleEntry } from '../types/RuleEntry';
import type { Scene } from '../types/Scene';
import type { Seat } from '../types/Seat';
import type { Terrain } from '../types/Terrain';

/** What lies on the table: board, counters and what they are called, and the rulebook beside it. */
export class Scenery {
  board = $state.raw<Board | null>(null);
  rules = $state.raw<ReadonlyMap<string, RuleEntry>>(new Map());
  symbols = $state.raw<ReadonlySet<string>>(new Set());

  readonly hexes: Hexes = $derived(this.board == null ? new Map() : hexesOf(this.board));
  readonly terrain: ReadonlyMap<string, Terrain> = $derived(
    new Map((this.board?.key ?? []).map((terrain) => [terrain.key, terrain])),
  );
  readonly stacks = $derived.by(() => stacksOf(this.scene()?.counters ?? []));
  readonly counters: ReadonlyMap<string, Counter> = $derived.by(
    () => new Map((this.scene()?.counters ?? []).map((counter) => [counter.id, counter])),
  );
  private readonly absent: ReadonlyMap<string, string> = $derived.by(
    () => new Map((this.scene()?.absent ?? []).map((unit) => [unit.id, unit.name])),
  );
  /** Every unit that was ever seen, with its name and side: the log goes on naming those that are gone. */
  private readonly known = new Map<string, Counter>();

  /** `scene` is what is shown now. */
  constructor(private readonly scene: () => Scene | null) {}

  /** The rulebook and the symbols may come late. */
  async load(game: string): Promise<void> {
    const [rules, symbols] = await Promise.all([api.rules(game).catch(() => []), loadSymbols()]);
    this.rules = new Map(rules.map((rule) => [rule.id, rule]));
    this.symbols = symbols;
  }

  remember(counters: readonly Counter[]): void {
    for (const counter of counters) this.known.set(counter.id, counter);
  }

  /** The name of a unit, on the board or off it. */
  nameOf(unit: string): string {
    const counter = this.counters.get(unit) ?? this.known.get(unit);
    return counter == null ? (this.absent.get(unit) ?? unit) : counter.name || counter.kind;
  }

  /** The side of a unit, on the board or off it. */
  seatOf(unit: string): Seat | undefined {
    return (this.counters.get(unit) ?? this.known.get(unit))?.seat;
  }
}
