import { expect, test } from '@playwright/test';

import { clean } from './axe';
import { accept, DESK, layOutApart, linkOf, openPlayers, person, PHONE, toTheBoard } from './people';
import { serve } from './program.mjs';

// axe on everything that a game over the net adds, in all colours, on a desk and on a phone.

let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeAll(async () => {
  ({ address, stop } = await serve());
});

test.afterAll(() => stop());

for (const [name, size] of [
  ['a desk', DESK],
  ['a phone', PHONE],
] as const) {
  test(`the pages and dialogs of a game over the net, on ${name}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const host = await person(browser, address, size);
    await host.goto('/#/account');
    await host.getByTestId('new-account').click();
    await clean(host, 'a new account');
    await host.getByTestId('account-name').fill(`Ida ${size.width}`);
    await host.getByTestId('account-password').fill('correct horse');
    await host.getByTestId('enter').click();
    await expect(host.getByTestId('log-out')).toBeVisible();
    await clean(host, 'an account');

    await host.goto('/#/game/divisions/tiger-in-the-open');
    await host.getByTestId('over-the-net').click();
    await host.getByTestId('clock').selectOption('own');
    await clean(host, 'the set-up');
    await host.goto('/');
    const clock = { seconds: 3 * 86_400, increment: 12 * 3_600 };
    await layOutApart(host, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida', open: true, clock });
    await clean(host, 'the links');
    const link = await linkOf(host, 'soviet');
    await toTheBoard(host);

    const guest = await person(browser, address, size);
    await guest.goto('/#/lobby');
    await expect(guest.getByTestId('open-tables').locator('> li').first()).toBeVisible();
    await clean(guest, 'the lobby');
    await guest.goto(link);
    await guest.getByRole('button', { name: /What this proves/ }).click();
    await clean(guest, 'an invitation');
    await accept(guest, link, 'Anna');
    await expect(host.getByTestId('who-1')).toHaveText('Anna');
    await clean(guest, 'a table with clocks');

    await guest.keyboard.press('t');
    await guest.getByTestId('say').fill('Good luck!');
    await guest.getByTestId('say').press('Enter');
    await expect(host.getByTestId('unread').or(host.getByTestId('unread-dot')).first()).toBeVisible();
    await clean(host, 'an unread line');
    await host.keyboard.press('t');
    await host.getByRole('button', { name: 'Block or report Anna' }).click();
    await clean(host, 'the chat');
    await host.keyboard.press('Escape');
    if (size === DESK) await openPlayers(host);
    else await host.getByRole('button', { name: 'Players', exact: true }).click();
    await clean(host, 'the players');
    await host.getByTestId('resign-german').click();
    await host.getByTestId('delete-table').click();
    await clean(host, 'the questions before the end');
    await host.goto('/');
    await expect(host.getByTestId('your-games')).toBeVisible();
    await clean(host, 'the start page with games');
    for (const page of [host, guest]) await page.context().close();
  });
}

test('sitting down, the players and the chat by keyboard alone', async ({ browser }) => {
  const host = await person(browser, address);
  await layOutApart(host, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida' });
  const link = await linkOf(host, 'soviet');
  const guest = await person(browser, address);
  await guest.goto(link);
  await expect(guest.getByTestId('join')).toBeVisible();
  await guest.getByTestId('join-name').focus();
  await guest.keyboard.type('Anna');
  await guest.keyboard.press('Enter');
  await expect(guest.getByTestId('to-the-table')).toBeVisible();
  await guest.keyboard.press('Escape');
  await expect(guest.getByTestId('to-the-table')).toBeHidden();
  await guest.keyboard.press('i');
  await expect(guest.getByTestId('players-dialog')).toBeVisible();
  await guest.keyboard.press('Escape');
  await expect(guest.getByTestId('players-dialog')).toBeHidden();
  await guest.keyboard.press('t');
  await guest.getByTestId('say').focus();
  // Letters that are keys of the table are letters here.
  await guest.keyboard.type('ready? i am');
  await guest.keyboard.press('Enter');
  await expect(guest.getByTestId('chat')).toContainText('ready? i am');
  await expect(guest.getByTestId('players-dialog')).toBeHidden();
  for (const page of [host, guest]) await page.context().close();
});
