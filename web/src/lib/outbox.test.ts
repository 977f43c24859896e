import { expect, it } from 'vitest';

import { Outbox, type Wish } from './outbox';

const CLICK: Wish = { type: 'act', seq: 7, seat: 0, actions: ['draw'] };

function outbox(): { box: Outbox; sent: Wish[]; cut: (broken: boolean) => void } {
  const sent: Wish[] = [];
  let cut = false;
  const box = new Outbox((wish) => {
    if (!cut) sent.push(wish);
    return !cut;
  });
  return { box, sent, cut: (broken) => (cut = broken) };
}

it('sends a click that was made during a break when the game still stands there', () => {
  const { box, sent, cut } = outbox();
  cut(true);
  box.put(CLICK);
  expect(sent).toEqual([]);
  expect(box.waits).toBe(true);
  cut(false);
  box.again(7);
  expect(sent).toEqual([CLICK]);
  expect(box.waits).toBe(true);
  box.clear();
  expect(box.waits).toBe(false);
});

it('does not do a click twice that was done before the answer got lost', () => {
  const { box, sent } = outbox();
  box.put(CLICK);
  box.again(8);
  expect(sent).toEqual([CLICK]);
  expect(box.waits).toBe(false);
});

it('sends nothing again that was answered or taken back', () => {
  const { box, sent } = outbox();
  box.put(CLICK);
  box.clear();
  box.again(7);
  expect(sent).toEqual([CLICK]);
});
