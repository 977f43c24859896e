import { SvelteSet } from 'svelte/reactivity';

import {
  actorsAt,
  asksForFire,
  canMove,
  defaultChoice,
  dockButtons,
  fireLines,
  isCertain,
  menuOptions,
  optionOf,
  optionsAt,
  optionsInHex,
  targetsOf,
  type FireLine,
  type Option,
  type Target,
} from '../lib/choices';
import { afterwards, LastChances, openingsAt, optionOfOpening, stepsOf } from '../lib/after';
import { GUARD, Hotkeys } from '../lib/hotkeys';
import { afterClick, afterEnter, carriedOver, cycleReady, nextReady, onlyGroup } from '../lib/selection';
import { confirmations, lastChance } from '../lib/settings.svelte';
import { turned, turns } from '../lib/steering';
import { shotsOnTheWay } from '../lib/threats';
import type { Choice } from '../types/Choice';
import type { Opening } from '../types/Opening';
import type { Openings } from '../types/Openings';
import type { Part } from '../types/Part';
import type { Plan } from '../types/Plan';
import type { Threats } from '../types/Threats';
import type { Game } from './game.svelte';

/** Several things that one click could mean. */
export interface Menu {
  at: Target;
  options: Option[];
  /** The unit that could be selected instead. */
  select: string | null;
  /** What the menu is about, if the player asked for everything that can be done here. */
  about?: string;
}

interface Press {
  /** Join what is selected. */
  add: boolean;
  /** A finger has no hover: its first tap only shows. */
  touch: boolean;
}

/** How many lines of fire can show their figures at once. */
const FEW_LINES = 6;

/** What the player holds and points at. */
export class Hand {
  selected = $state.raw<string[]>([]);
  plan = $state.raw<Plan | null>(null);
  /** Whether a plan is on its way. */
  planning = $state(false);
  pointed = $state.raw<Target | null>(null);
  /** The line of fire that is pointed at. */
  aimed = $state.raw<FireLine | null>(null);
  /** What a finger tapped once. */
  armed = $state.raw<Target | null>(null);
  menu = $state.raw<Menu | null>(null);
  /** The group of choices for which a hex is being picked on the board. */
  gathering = $state<string | null>(null);
  /** The hex whose units the panel describes. */
  inspected = $state<string | null>(null);
  /** The action of a pressed choice that waits for confirmation. */
  doubted = $state<string | null>(null);
  /** The keys of the buttons, by the actions of the buttons. */
  keys = $state.raw<ReadonlyMap<string, string>>(new Map());

  /** What the enemy could do in its own turn where the player points: at the end of a way, or to a unit of his own. */
  foreseen = $state.raw<Threats | null>(null);

  /** What the unit in hand could do to enemies now or after something else. */
  private openings = $state.raw<Openings | null>(null);
  /** What the doubted choice would give away. */
  missed = $state.raw<readonly Opening[]>([]);
  /** Units that are ordered to hold. */
  readonly holds = new SvelteSet<string>();
  /** Whether the rules are being asked what a choice gives away. */
  private weighing = false;
  private readonly lastChances = new LastChances();

  private readonly hotkeys = new Hotkeys();
  private doubtedAt = 0;
  /** The moment of the game that was looked at last. */
  private moment: number | undefined;

  readonly options: Option[] = $derived.by(() => {
    const target = this.armed ?? this.pointed;
    if (this.aimed != null) return this.aimed.choices.map(optionOf);
    return target == null ? [] : this.optionsAt(target);
  });
  /** What the board offers: only the group that asks for a hex, if one does; otherwise everything outside such groups. */
  readonly offered: Choice[] = $derived.by(() =>
    this.game.choices.filter((choice) =>
      this.gathering == null ? choice.group?.gathered == null : choice.group?.title === this.gathering,
    ),
  );
  readonly buttons = $derived.by(() => dockButtons(this.game.choices, this.selected));
  readonly targets = $derived.by(() => targetsOf(this.offered, this.selected));
  /** What is possible after something else, as far as a guide allows the first step. */
  readonly afterwards: Opening[] = $derived.by(() => {
    const { guidance, acting } = this.game;
    if (acting == null) return [];
    return afterwards(this.openings).filter((opening) => !guidance.on || guidance.allows(stepsOf(opening)));
  });
  readonly way = $derived(this.options.find((option) => option.way != null)?.way ?? null);
  readonly shots = $derived(this.plan == null || this.way == null ? [] : shotsOnTheWay(this.plan, this.way));

  /** Who can fire at whom, as far as it matters now: everybody if that is the question, otherwise the units selected or pointed at. */
  readonly lines: FireLine[] = $derived.by(() => {
    const { counters } = this.game;
    const choices = this.offered;
    const all = this.selected.length === 0 && asksForFire(choices);
    const meant = this.armed == null && this.pointed == null ? [] : this.options.map((option) => option.choice?.action);
    const shown = choices.filter(
      (choice) => all || meant.includes(choice.action) || choice.units.some((unit) => this.selected.includes(unit)),
    );
    return fireLines(shown, (unit) => counters.get(unit)?.hex);
  });

  /** Lines that show their figures. In a melee only the one the player points at does: all of them at once would hide the units. */
  readonly plainLines: ReadonlySet<FireLine> = $derived.by(() => {
    const targets = new Set(this.lines.map((line) => line.to));
    if (this.selected.length > 0 || targets.size <= 1 || this.lines.length <= FEW_LINES) return new Set(this.lines);
    const hex = (this.armed ?? this.pointed)?.hex;
    return new Set(this.lines.filter((line) => line.from === hex || line.to === hex));
  });

  constructor(private readonly game: Game) {}

  /** What pointing at this could mean. Selected units come first; with nobody selected, all that could fire at it. */
  optionsAt(target: Target): Option[] {
    const choices = this.offered;
    const plan = this.gathering == null ? this.plan : null;
    const options =
      target.unit == null || this.gathering != null
        ? optionsInHex(choices, this.selected, plan, target.hex, this.stack(target.hex))
        : optionsAt(choices, this.selected, plan, target);
    const later = this.gathering == null ? this.laterAt(target.hex, target.unit) : [];
    if (options.length + later.length > 0) return [...options, ...later];
    if (target.unit != null) return actorsAt(choices, target);
    const inHex = [null, ...this.stack(target.hex)].flatMap((unit) => actorsAt(choices, { hex: target.hex, unit }));
    return [...new Map(inHex.map((option) => [option.actions.join(), option])).values()];
  }

  /** What would be possible there after something else. */
  private laterAt(hex: string, unit: string | null = null): Option[] {
    return openingsAt(this.afterwards, { hex, unit }, (one) => this.hexOf(one)).map(optionOfOpening);
  }

  press(target: Target, { add, touch }: Press): void {
    const pick = target.unit ?? null;
    this.menu = null;
    this.inspected = target.hex;
    const options = add ? [] : this.optionsAt(target);
    if (options.length === 0) {
      this.armed = null;
      if (add || !this.explain(target)) this.pick(target, add);
      return;
    }
    if (touch && !sameTarget(this.armed, target)) {
      this.armed = target;
      return;
    }
    const select = pick != null && !this.selected.includes(pick) && this.isUseful(pick) ? pick : null;
    const [only] = options;
    if (options.length === 1 && only != null && select == null && isCertain(only, this.selected)) this.commit(only);
    else if (!this.prepares(options) || !this.explain(target, options)) this.menu = { at: target, options, select };
  }

  /** Whether nothing but what makes ready for an attack can be meant. */
  private prepares(options: readonly Option[]): boolean {
    return options.every(({ opening }) => opening != null);
  }

  /** An enemy to whom the unit in hand can do nothing now: the menu says why not, and what has to be done first. */
  private explain({ hex, unit }: Target, options: Option[] = []): boolean {
    const enemy = this.game.counters.get(unit ?? this.stack(hex).at(-1) ?? '');
    const held = this.inHand;
    if (enemy == null || held == null || !this.game.isEnemy(enemy)) return false;
    this.menu = { at: { hex, unit: enemy.id }, options, select: null, about: this.game.nameOf(enemy.id) };
    return true;
  }

  /** Lists everything that can be done with a unit, to it or in its hex. */
  openMenu({ hex, unit }: Target): void {
    const about = unit ?? this.stack(hex).at(-1) ?? null;
    const at = { hex, unit: about };
    const options = menuOptions(this.game.choices, at, this.optionsAt(at));
    const select = about != null && this.isUseful(about) && !this.selected.includes(about) ? about : null;
    this.inspected = hex;
    this.armed = null;
    this.menu = { at, options, select, about: about == null ? `Hex ${hex}` : this.game.nameOf(about) };
  }

  /** Does what a line of the menu says, as a button of the dock would. */
  pickFromMenu(option: Option): void {
    const { choice } = option;
    if (this.menu?.about == null || choice == null) {
      this.commit(option);
      return;
    }
    this.menu = null;
    this.pressButton(choice);
  }

  /** Points at a line of fire. */
  aim(line: FireLine): void {
    this.aimed = line;
    this.point({ hex: line.to, unit: null });
  }

  /** Picks a line of fire. A click on its figure fires, if only one shot can be meant; anywhere else the table asks for confirmation. */
  shoot(line: FireLine, sure: boolean): void {
    const options = line.choices.map(optionOf);
    const [only] = options;
    if (sure && only != null && options.length === 1) this.commit(only);
    else
      this.menu = { at: { hex: line.to, unit: null }, options: [...options, ...this.laterAt(line.to)], select: null };
  }

  /** Enter on a hex. */
  enter(hex: string): void {
    const target = { hex, unit: null };
    const options = this.optionsAt(target);
    this.inspected = hex;
    const [only] = options;
    if (only != null && options.length === 1 && isCertain(only, this.selected)) this.commit(only);
    else if (options.length > 0) this.menu = { at: target, options, select: this.usefulIn(hex) };
    else if (!this.explain(target)) this.select(afterEnter(this.game.choices, this.stack(hex), this.selected));
  }

  commit(option: Option): void {
    const [only, ...more] = option.actions;
    const step = more.length === 0 && option.opening != null ? this.choiceOf(only) : undefined;
    this.aimed = null;
    // What is offered by itself asks what it always asks: the end of a phase is nothing to be done in passing.
    if (step != null) {
      this.choose(step);
      return;
    }
    this.menu = null;
    this.armed = null;
    this.game.course.act(option.actions);
  }

  private choiceOf(action: string | undefined): Choice | undefined {
    return this.game.choices.find((choice) => choice.action === action);
  }

  /** Does what makes ready for an attack. */
  prepare(opening: Opening): void {
    this.commit(optionOfOpening(opening));
  }

  choose(choice: Choice): void {
    this.menu = null;
    this.armed = null;
    this.gathering = null;
    if (this.weighing) return;
    if (choice.asks != null && confirmations.value === 'on' && this.doubted !== choice.action) {
      this.doubted = choice.action;
      this.doubtedAt = performance.now();
      return;
    }
    // The same press twice is one press.
    if (this.doubted === choice.action && performance.now() - this.doubtedAt < GUARD) return;
    const gives = choice.kind === 'pass' && lastChance.value === 'on' && !this.game.guidance.on;
    if (gives && this.doubted !== choice.action) void this.weigh(choice);
    else this.insist(choice);
  }

  /** Whether a unit is ordered to hold, or to wait until something is seen. */
  private isToHold(unit: string): boolean {
    const { who } = this.game.waiting;
    return this.holds.has(unit) || who === 'all' || (who?.has(unit) ?? false);
  }

  /** Orders a unit to hold: nobody asks about its shots any more. A second order lifts the first. */
  orderToHold(unit: string): void {
    if (!this.holds.delete(unit)) this.holds.add(unit);
    this.missed = this.missed.filter((opening) => !this.holds.has(opening.unit));
  }

  /** Asks the rules what a choice would give away; a player who has not been asked about a unit is asked once. */
  private async weigh(choice: Choice): Promise<void> {
    const { live } = this.game;
    this.weighing = true;
    const told = await this.game.questions.openings([]);
    this.weighing = false;
    if (this.game.live?.seq !== live?.seq) return;
    this.missed = this.lastChances.missed(told, choice.action, (unit) => this.isToHold(unit));
    if (this.missed.length === 0) this.insist(choice);
    else {
      this.doubted = choice.action;
      this.doubtedAt = performance.now();
    }
  }

  /** Does it without asking. */
  insist(choice: Choice): void {
    this.doubted = null;
    this.missed = [];
    if (choice.kind === 'go-on') this.game.course.goOn(choice.action);
    else this.game.course.act([choice.action]);
  }

  /** A key that may press a button of the dock. */
  pressKey(key: string): void {
    const meant = this.hotkeys.press(key, performance.now())?.action;
    const choice = this.game.choices.find(({ action }) => action === meant);
    if (choice != null && !this.game.course.pending) this.pressButton(choice);
  }

  /** Presses a button of the dock: does it, or asks for its hex on the board. */
  pressButton(choice: Choice): void {
    const opened = this.gathering === choice.group?.title && choice.hex == null;
    if (choice.group?.gathered == null || opened) this.choose(choice);
    else this.gather(choice.group.title, choice.units);
  }

  /** Asks for a hex on the board for one of a group of choices, or shows their buttons if they have no hexes; a second call cancels. */
  gather(title: string, units: readonly string[]): void {
    const asks = this.gathering !== title;
    if (asks && units.length > 0) this.select([...units]);
    this.gathering = asks ? title : null;
  }

  /** Turns a part of the selected unit, or else of the acting one, by a hexside. */
  steer(part: Part, by: number): void {
    const unit = this.selected[0] ?? this.game.scene?.acting?.unit;
    const facing = this.game.counters.get(unit ?? '')?.facing;
    const from = part === 'hull' ? facing?.hull : facing?.turret;
    if (unit == null || from == null) return;
    this.steerTo(unit, part, turned(from, by));
  }

  /** Turns a part of a unit to a hexside. If the rules forbid it, they refuse it with the reason. */
  steerTo(unit: string, part: Part, to: number): void {
    const { scene, counters } = this.game;
    const facing = counters.get(unit)?.facing;
    const from = part === 'hull' ? facing?.hull : facing?.turret;
    if (from == null || this.game.acting == null) return;
    this.game.course.act([...turns(scene?.steering ?? [], unit, part, from, to)]);
  }

  select(units: string[]): void {
    this.selected = units;
    this.armed = null;
    this.menu = null;
    this.doubted = null;
    this.missed = [];
    this.renumber(true);
    const hex = this.game.counters.get(units[0] ?? '')?.hex;
    if (hex != null) this.inspected = hex;
    void this.askPlan();
    void this.askOpenings();
  }

  selectUnit(unit: string): void {
    const hex = this.game.counters.get(unit)?.hex;
    this.select(afterClick(this.game.choices, hex == null ? [unit] : this.stack(hex), [], unit, false));
  }

  /** The next unit that can act, seen from the hex `at`; gives its hex, or `null` past the last one. */
  next(back: boolean, at: string): string | null {
    const held = this.game.counters.get(this.selected[0] ?? '');
    // The present selection, perhaps made because nobody else can act, comes first.
    if (held?.state === 'ready' && held.hex !== at) return held.hex;
    return this.selectNext(nextReady(this.readyUnits, this.selected, back));
  }

  /** The same, starting over after the last one. */
  cycle(back: boolean): string | null {
    return this.selectNext(cycleReady(this.readyUnits, this.selected, back));
  }

  point(target: Target | null): void {
    if (this.aimed != null && this.aimed.to !== target?.hex) this.aimed = null;
    if (!sameTarget(this.pointed, target)) this.pointed = target;
  }

  /** Lets go of the nearest thing first; says whether there was any. */
  clear(): boolean {
    const held =
      this.menu != null ||
      this.doubted != null ||
      this.gathering != null ||
      this.armed != null ||
      this.selected.length > 0;
    if (this.menu != null) this.menu = null;
    else if (this.doubted != null) this.doubted = null;
    else if (this.gathering != null) this.gathering = null;
    else this.select([]);
    return held;
  }

  /** After a new view. */
  refresh(): void {
    const { menu } = this;
    const { choices, counters, live } = this.game;
    this.menu = null;
    // A new connection shows the same moment once more: what the player was asked there is still asked.
    if (live?.seq !== this.moment || !choices.some(({ action }) => action === this.doubted)) {
      this.doubted = null;
      this.missed = [];
    }
    this.moment = live?.seq;
    this.gathering = null;
    this.armed = null;
    this.aimed = null;
    this.plan = null;
    const kept = carriedOver(choices, this.selected, new Set(counters.keys()));
    this.selected = kept.length > 0 ? kept : (onlyGroup(choices) ?? []);
    this.renumber(false);
    const hex = counters.get(this.selected[0] ?? '')?.hex;
    if (hex != null) this.inspected = hex;
    void this.askPlan();
    void this.askOpenings();
    // A player who watches looks at a unit for as long as he likes: nothing can change under his pointer.
    const idle = menu?.about != null && menu.options.length === 0 && choices.length === 0;
    if (idle) this.openMenu({ ...menu.at, hex: counters.get(menu.at.unit ?? '')?.hex ?? menu.at.hex });
  }

  private renumber(byHand: boolean): void {
    const { picks, ways } = this.buttons;
    const about = [this.game.scene?.acting?.unit ?? '', ...this.selected].join();
    const first = defaultChoice(this.game.choices);
    this.hotkeys.take({ picks, ways, first }, about, byHand, performance.now());
    this.keys = new Map(
      [...picks, ...ways].flatMap((choice) => {
        const key = this.hotkeys.keyOf(choice);
        return key == null ? [] : [[choice.action, key] as const];
      }),
    );
  }

  private get readyUnits(): string[] {
    return this.game.ready.map((counter) => counter.id);
  }

  private selectNext(unit: string | null): string | null {
    if (unit == null) return null;
    this.selectUnit(unit);
    return this.game.counters.get(unit)?.hex ?? null;
  }

  private pick(target: Target, add: boolean): void {
    const stack = this.stack(target.hex);
    const unit = target.unit ?? this.usefulIn(target.hex) ?? stack.at(-1);
    this.select(unit == null ? [] : afterClick(this.game.choices, stack, this.selected, unit, add));
  }

  private async askPlan(): Promise<void> {
    const units = this.selected;
    this.plan = null;
    this.planning = canMove(this.game.choices, units);
    if (!this.planning) return;
    const plan = await this.game.askPlan(units);
    if (this.selected !== units) return;
    this.plan = plan;
    this.planning = false;
  }

  /** The unit that would act: the one selected, or the one whose turn it is. */
  private get inHand(): string | null {
    return this.selected[0] ?? this.game.scene?.acting?.unit ?? null;
  }

  private hexOf(unit: string): string | undefined {
    return this.game.counters.get(unit)?.hex;
  }

  /** What the unit in hand could do to enemies: asked when it is picked, and after everything that happens. */
  private async askOpenings(): Promise<void> {
    this.openings = null;
    const { live, acting } = this.game;
    const unit = this.inHand;
    const mine = unit != null && acting != null && this.game.seatOf(unit) === acting;
    // Nobody looks while time passes by itself.
    if (!mine || this.game.choices.length === 0 || this.game.waiting.on) return;
    const told = await this.game.questions.openings([unit]);
    if (this.game.live === live && this.inHand === unit) this.openings = told;
  }

  private stack(hex: string): string[] {
    return (this.game.stacks.get(hex)?.counters ?? []).map((counter) => counter.id);
  }

  /** Whether selecting this unit leads to something other than picking it. */
  private isUseful(unit: string): boolean {
    return this.game.choices.some((choice) => choice.kind !== 'unit' && choice.units.includes(unit));
  }

  private usefulIn(hex: string): string | null {
    return this.stack(hex).findLast((unit) => !this.selected.includes(unit) && this.isUseful(unit)) ?? null;
  }
}

export function sameTarget(a: Target | null, b: Target | null): boolean {
  return a === b || (a != null && b != null && a.hex === b.hex && a.unit === b.unit);
}
