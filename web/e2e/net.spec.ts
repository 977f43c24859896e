import { inflateRawSync } from 'node:zlib';

import { expect, test, type Page } from '@playwright/test';

import { accept, layOutApart, layOutByHand, linkOf, openPlayers, person, toTheBoard } from './people';
import { serve } from './program.mjs';
import { pastBriefing, Table } from './table';

// People, each with a browser of their own, at tables on a public server.

let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeAll(async () => {
  ({ address, stop } = await serve());
});

test.afterAll(() => stop());

/** Everything the client was ever told, as text. */
function listen(page: Page): { all: string } {
  const heard = { all: '' };
  const text = (payload: string | Buffer): string =>
    typeof payload === 'string' ? payload : inflateRawSync(payload).toString();
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (heard.all += text(payload))));
  return heard;
}

const panels = (table: Table): Promise<void> => table.page.getByRole('tab', { name: 'Panels' }).click();

/** What lies in hand on this screen. */
const hand = (table: Table): Promise<string[]> =>
  table.page.locator('[data-private]').evaluateAll((rows) => rows.map((row) => row.dataset['private'] ?? ''));

/** One action by whoever is asked; both see it. */
async function act(tables: readonly [Table, Table]): Promise<void> {
  const seat = Number(await tables[0].prompt.getAttribute('data-seat'));
  const [mine, other] = seat === 0 ? tables : [tables[1], tables[0]];
  await expect(mine.choices().first()).toBeVisible();
  await expect(other.choices()).toHaveCount(0);
  await mine.pressOn();
  // What one does, the other sees without doing anything.
  const seq = await mine.seq();
  await expect.poll(() => other.seq()).toBe(seq);
}

test('a game by link: each sees their own hand and the moves of the other, and who looks on sees neither', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const host = await person(browser, address);
  await layOutApart(host, { seat: 'german', name: 'Ida' });
  const links = host.getByTestId('links');
  await expect(links.locator('[data-place="soviet"]')).toContainText('free');
  const [link, watch] = [await linkOf(host, 'soviet'), await linkOf(host, 'watch')];
  const german = await toTheBoard(host);
  await expect(host.getByTestId('who-1')).toHaveText('free seat');
  // Nobody gives his seat away with the address of the page.
  expect(host.url()).not.toContain('key=');

  const guest = await person(browser, address);
  await guest.goto(link);
  await expect(guest.getByTestId('join')).toContainText('Ida');
  await expect(guest.getByTestId('fair-hash')).toHaveText(/^[0-9a-f]{64}$/);
  const hash = await guest.getByTestId('fair-hash').textContent();
  const soviet = await accept(guest, link, 'Anna');
  await expect(host.getByTestId('who-1')).toHaveText('Anna');
  await expect(guest.getByTestId('who-0')).toHaveText('Ida');

  const onlooker = await person(browser, address);
  const tables = [german, soviet] as const;
  const heard = [...tables.map((table) => listen(table.page)), listen(onlooker)];
  await onlooker.goto(watch);
  const spectator = new Table(onlooker);
  await expect(spectator.prompt).toBeVisible();
  // A reload resumes, and from now on every word of the server is heard.
  for (const table of tables) {
    await table.page.reload();
    await expect(table.prompt).toBeVisible();
    await panels(table);
  }
  await panels(spectator);

  const held: Set<string>[] = [new Set(), new Set()];
  for (let action = 0; action < 60; action += 1) {
    await act(tables);
    for (const [side, table] of tables.entries()) for (const chit of await hand(table)) held[side]?.add(chit);
    expect(await hand(spectator)).toEqual([]);
    if (held.every((chits) => chits.size > 0) && action > 12) break;
  }
  await expect.poll(() => spectator.seq()).toBe(await german.seq());
  await expect(spectator.choices()).toHaveCount(0);
  // A whole view to end with, so that nothing is only hinted at by what changed.
  for (const table of [...tables, spectator]) {
    await table.page.reload();
    await expect(table.prompt).toBeVisible();
  }
  // Both drew something, and nobody was ever told what only another holds.
  expect(held.map((chits) => chits.size > 0)).toEqual([true, true]);
  for (const [side, allowed] of [['0'], ['1'], []].entries()) {
    const rows = [...(heard[side]?.all ?? '').matchAll(/"seat":(\d),"spent":(?:true|false),"private":true/g)];
    expect(new Set(rows.map(([, seat]) => seat))).toEqual(new Set(allowed));
  }

  // The other resigns. It is over for everybody, and the dice can be checked.
  await openPlayers(guest);
  await guest.getByTestId('resign-soviet').click();
  await expect(guest.getByTestId('resign-question')).toContainText('cannot be taken up again');
  await guest.getByTestId('resign-sure').click();
  for (const page of [host, guest, onlooker]) {
    await expect(page.getByTestId('outcome')).toContainText('has resigned');
    await page.getByTestId('outcome').getByRole('button', { name: 'Close' }).click();
  }
  await openPlayers(host);
  await expect(host.getByTestId('fair-hash')).toHaveText(hash ?? '');
  await host.getByTestId('check-dice').click();
  await expect(host.getByTestId('dice-checked')).toContainText('It fits.');
  for (const page of [host, guest, onlooker]) await page.context().close();
});

test('a link works once, and the host can void it and make another', async ({ browser }) => {
  const host = await person(browser, address);
  await layOutApart(host, { seat: 'german', name: 'Ida' });
  const first = await linkOf(host, 'soviet');
  await host.getByTestId('renew-soviet').click();
  await expect.poll(() => linkOf(host, 'soviet')).not.toBe(first);
  const second = await linkOf(host, 'soviet');

  const guest = await person(browser, address);
  await guest.goto(first);
  await guest.getByTestId('sit-down').click();
  await expect(guest.getByRole('alert')).toBeVisible();
  await accept(guest, second, 'Anna');
  // Somebody else with the same link is told who was quicker.
  const late = await person(browser, address);
  await late.goto(second);
  await expect(late.getByTestId('taken')).toContainText('Anna');

  // The host gives the seat away: the player is out, and the new link works.
  await host.getByTestId('renew-soviet').click();
  await host.getByTestId('sure-soviet').click();
  const third = await linkOf(host, 'soviet');
  await expect(guest.getByTestId('no-table')).toContainText('given your seat');
  await accept(late, third, 'Olga');
  await expect(host.getByTestId('links').locator('[data-place="soviet"]')).toContainText('Olga');

  // Everybody is told, once: where it is read, or else below the board.
  await toTheBoard(host);
  const notice = host.getByTestId('notice');
  await expect(notice).toContainText('has given the seat');
  await host.getByRole('tab', { name: 'Chat' }).click();
  await expect(host.getByTestId('chat')).toContainText('has given the seat');
  await expect(notice).toBeHidden();
  for (const page of [host, guest, late]) await page.context().close();
});

test('the lobby: an open table is found, taken, and gone from the list', async ({ browser }) => {
  const host = await person(browser, address);
  await layOutByHand(host, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida', open: true });
  const guest = await person(browser, address);
  await guest.goto('/');
  await guest.getByTestId('lobby-link').click();
  const row = guest.getByTestId('open-tables').locator('> li').filter({ hasText: 'Ida' });
  await expect(row).toHaveCount(1);
  await row.getByRole('link', { name: /Sit down/ }).click();
  await guest.getByTestId('join-name').fill('Anna');
  await guest.getByTestId('sit-down').click();
  await pastBriefing(guest);
  await expect(guest.getByTestId('who-0')).toHaveText('Ida');
  await guest.goto('/#/lobby');
  await expect(guest.getByRole('heading', { name: 'Open tables' })).toBeVisible();
  await expect(row).toHaveCount(0);

  // Both find it on their start page, with whose turn it is.
  for (const page of [host, guest]) await page.goto('/');
  const standings = await Promise.all(
    [host, guest].map((page) => page.getByTestId('your-games').locator('> ul > li').getAttribute('data-standing')),
  );
  expect(standings.toSorted()).toEqual(['theirs', 'yours']);
  for (const page of [host, guest]) await page.context().close();
});

test('chat: unread, blocked, reported', async ({ browser }) => {
  const host = await person(browser, address);
  await layOutApart(host, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida' });
  const [link, watch] = [await linkOf(host, 'soviet'), await linkOf(host, 'watch')];
  await toTheBoard(host);
  const guest = await person(browser, address);
  await accept(guest, link, 'Anna');

  await guest.keyboard.press('t');
  await guest.getByTestId('say').fill('Good luck!');
  await guest.getByTestId('say').press('Enter');
  await expect(host.getByTestId('unread')).toBeVisible();
  await host.getByRole('tab', { name: /Chat/ }).click();
  await expect(host.getByTestId('chat')).toContainText('Good luck!');
  await expect(host.getByTestId('unread')).toBeHidden();

  // Who looks on reads and does not write.
  const onlooker = await person(browser, address);
  await onlooker.goto(watch);
  await onlooker.getByRole('tab', { name: /Chat/ }).click();
  await expect(onlooker.getByTestId('chat')).toContainText('Good luck!');
  await expect(onlooker.getByTestId('say')).toHaveCount(0);

  await host.getByRole('button', { name: 'Block or report Anna' }).click();
  await host.getByTestId('report').click();
  await host.getByTestId('report-why').fill('too friendly');
  await host.getByTestId('send-report').click();
  await expect(host.getByTestId('chat')).toContainText('Reported');
  await host.getByRole('button', { name: 'Block or report Anna' }).click();
  await host.getByTestId('block').click();
  await expect(host.getByTestId('chat')).not.toContainText('Good luck!');
  await guest.getByTestId('say').fill('Are you there?');
  await guest.getByTestId('say').press('Enter');
  await expect(onlooker.getByTestId('chat')).toContainText('Are you there?');
  await expect(host.getByTestId('chat')).not.toContainText('Are you there?');
  // After a reload it is still so, and it can be taken back.
  await host.reload();
  await host.getByRole('tab', { name: /Chat/ }).click();
  await expect(host.getByTestId('blocked')).toBeVisible();
  await expect(host.getByTestId('chat')).not.toContainText('Are you there?');
  await host.getByRole('button', { name: 'Read it again' }).click();
  await guest.getByTestId('say').fill('And now?');
  await guest.getByTestId('say').press('Enter');
  await expect(host.getByTestId('chat')).toContainText('And now?');
  for (const page of [host, guest, onlooker]) await page.context().close();
});

test('a game by link is played again at the same table, with the sides changed', async ({ browser }) => {
  const host = await person(browser, address);
  await layOutApart(host, { scenario: 'tiger-in-the-open', seat: 'soviet', name: 'Ida' });
  const link = await linkOf(host, 'german');
  await toTheBoard(host);
  const guest = await person(browser, address);
  await accept(guest, link, 'Anna');
  await openPlayers(guest);
  await guest.getByTestId('resign-german').click();
  await guest.getByTestId('resign-sure').click();
  await expect(host.getByTestId('verdict')).toHaveText('You have won: Germany has resigned.');
  await expect(guest.getByTestId('verdict')).toHaveText('You have lost: Germany has resigned.');

  const before = host.url();
  await host.getByTestId('outcome').getByTestId('play-again').click();
  await expect(host.getByTestId('outcome').getByTestId('rematch')).toContainText('Waiting for Anna');
  await expect(guest.getByTestId('outcome').getByTestId('rematch')).toContainText('Ida would like to play again');
  await guest.getByTestId('outcome').getByTestId('rematch-no').click();
  await expect(host.getByTestId('outcome').getByTestId('play-again')).toBeVisible();
  await host.getByTestId('outcome').getByTestId('play-again').click();
  await guest.getByTestId('outcome').getByTestId('rematch-yes').click();

  const [german, soviet] = [new Table(host), new Table(guest)];
  for (const page of [host, guest]) await expect(page.getByTestId('outcome')).toBeHidden();
  expect(host.url()).toBe(before);
  await openPlayers(host);
  await expect(host.getByRole('list', { name: 'Who sits where' })).toContainText('Ida (you)');
  await host.keyboard.press('Escape');
  await act([german, soviet]);
  for (const page of [host, guest]) await page.context().close();
});

test('a clock counts down for the one who thinks, and ends the game', async ({ browser }) => {
  test.setTimeout(180_000);
  const host = await person(browser, address);
  // As short as a clock can be.
  const clock = { seconds: 12, increment: 0 };
  await layOutApart(host, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida', clock });
  const link = await linkOf(host, 'soviet');
  const german = await toTheBoard(host);
  // Nobody's time runs before everybody is there.
  await expect(host.getByTestId('clock-0')).toContainText('0:12');
  const guest = await person(browser, address);
  await accept(guest, link, 'Anna');
  const asked = Number(await german.prompt.getAttribute('data-seat'));
  await expect(host.getByTestId(`clock-${asked}`)).not.toContainText('0:12');
  await expect(host.getByTestId(`clock-${1 - asked}`)).toContainText('0:12');
  for (const page of [host, guest]) {
    await expect(page.getByTestId('outcome')).toContainText('has run out of time', { timeout: 30_000 });
  }
  for (const page of [host, guest]) await page.context().close();
});

test('deleting needs everybody, and can be taken back', async ({ browser }) => {
  const host = await person(browser, address);
  await layOutApart(host, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida' });
  const link = await linkOf(host, 'soviet');
  await toTheBoard(host);
  const guest = await person(browser, address);
  await accept(guest, link, 'Anna');

  await openPlayers(guest);
  await guest.getByTestId('delete-table').click();
  await guest.getByTestId('delete-sure').click();
  await expect(guest.getByTestId('keep-table')).toBeVisible();
  await expect(host.getByTestId('doomed')).toContainText('would like to delete this game');
  await guest.getByTestId('keep-table').click();
  await expect(host.getByTestId('doomed')).toBeHidden();
  // The host alone gives notice; when the other agrees, it is gone.
  await openPlayers(host);
  await host.getByTestId('delete-table').click();
  await host.getByTestId('delete-sure').click();
  await expect(host.getByTestId('keep-table')).toBeVisible();
  await expect(guest.getByTestId('doomed')).toContainText('The host will delete this game on');
  await guest.getByTestId('delete-table').click();
  await guest.getByTestId('delete-sure').click();
  await expect(guest.getByTestId('lobby-link')).toBeVisible();
  await expect(guest.getByTestId('your-games')).toHaveCount(0);
  for (const page of [host, guest]) await page.context().close();
});

test('an account has its games on any device', async ({ browser }) => {
  test.setTimeout(180_000);
  const desk = await person(browser, address);
  await desk.goto('/');
  await desk.getByTestId('account-link').click();
  await desk.getByTestId('new-account').click();
  await desk.getByTestId('account-name').fill('Ida');
  await desk.getByTestId('account-password').fill('correct horse');
  await desk.getByTestId('enter').click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Ida' })).toBeVisible();
  await layOutApart(desk, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida' });
  const link = await linkOf(desk, 'soviet');
  const guest = await person(browser, address);
  await accept(guest, link, 'Anna');

  const phone = await person(browser, address, { width: 390, height: 844 });
  await phone.goto('/#/account');
  await phone.getByTestId('account-name').fill('ida');
  await phone.getByTestId('account-password').fill('wrong horse');
  await phone.getByTestId('enter').click();
  await expect(phone.getByRole('alert')).toBeVisible();
  await phone.getByTestId('account-password').fill('correct horse');
  await phone.getByTestId('enter').click();
  const game = phone.getByTestId('your-games').locator('> ul > li');
  await expect(game).toContainText('Anna');
  await game.getByRole('link').first().click();
  await pastBriefing(phone);
  // The seat is hers here, too.
  await expect(phone.getByTestId('who-0')).toHaveText('you');
  await phone.goto('/#/account');
  await phone.getByTestId('log-out').click();
  await expect(phone.getByTestId('log-in-card')).toBeVisible();
  await phone.goto('/');
  await expect(phone.getByTestId('lobby-link')).toBeVisible();
  await expect(phone.getByTestId('your-games')).toHaveCount(0);
  for (const page of [desk, guest, phone]) await page.context().close();
});
