import type { Page } from '@playwright/test';

import type { Table } from './table';

/** Marches after which the platoon goes home even if it has found nobody. */
const FAR = 12;

/** A platoon leader who plays Open Fire by the list of actions. */
export class Leader {
  /** Shots and hexes entered in rounds. */
  deeds = 0;
  /** Turns taken in rounds. */
  turns = 0;
  private drives = 0;
  private marches = 0;

  constructor(
    readonly page: Page,
    readonly table: Table,
    /** Where he goes first, and where he leaves; who has it in sight finds something. */
    readonly ways: { out: string; home: string },
  ) {}

  /** What the list of actions offers, group after group. */
  async offers(): Promise<string[]> {
    const list = this.page.getByRole('tabpanel').locator('[data-action]');
    return list.evaluateAll((all) => all.map((one) => one.dataset['action'] ?? ''));
  }

  /** Does what the list calls `action`. */
  async take(action: string): Promise<void> {
    const list = this.page.getByRole('tabpanel');
    const button = list.locator(`[data-action="${action}"]`);
    // A long list is folded: a group for each unit.
    const folded = list.locator('details:not([open])').filter({ has: this.page.locator(`[data-action="${action}"]`) });
    if ((await folded.count()) > 0) await folded.locator('summary').click();
    await this.table.acting(() => this.table.surely(() => button.click()));
  }

  /** Fires if anybody can, comes in or drives on a few times in a fight, and goes home when nobody is left to fight. */
  choose(offers: readonly string[]): string {
    const first = (...wanted: string[]): string | undefined =>
      wanted.map((one) => offers.find((offer) => `${offer} `.startsWith(`${one} `))).find((offer) => offer != null);
    if (offers.includes('done')) {
      this.turns += 1;
      const move = this.drives < 4 ? first('enter', 'forward', 'drive slow') : undefined;
      const fire = first('fire ap', 'fire gp', 'guns');
      if (fire == null && move != null) this.drives += 1;
      if (fire != null || (move != null && move !== 'drive slow')) this.deeds += 1;
      return fire ?? move ?? 'done';
    }
    const next = first('call-off', 'german', 'begin', 'peer', 'answer', 'enter');
    const exit = this.homeward() ? first('exit') : undefined;
    const chosen = next ?? exit ?? this.march(offers) ?? offers.at(-1);
    if (chosen == null) throw new Error('nothing is offered');
    return chosen;
  }

  private homeward(): boolean {
    return this.turns > 0 || this.marches > FAR;
  }

  /** There and back: the way whose end is nearest. */
  private march(offers: readonly string[]): string | undefined {
    const goal = this.homeward() ? this.ways.home : this.ways.out;
    this.marches += 1;
    const off = (offer: string): number => {
      const hex = offer.slice(-4);
      const across = Math.abs(Number(hex.slice(0, 2)) - Number(goal.slice(0, 2)));
      return across + Math.abs(Number(hex.slice(2)) - Number(goal.slice(2)));
    };
    return offers.filter((offer) => offer.startsWith('march ')).toSorted((a, b) => off(a) - off(b))[0];
  }
}
