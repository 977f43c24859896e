import { expect, test, type Page } from '@playwright/test';

import { clean } from './axe';
import { openMailbox, type Mailbox } from './mailbox';
import { DESK, layOutApart, openPlayers, person, PHONE, toTheBoard } from './people';
import { serve } from './program.mjs';

// The page on which the owner of an e-mail address says whether he wants mail, by the link of a mail that really came.

let mailbox: Mailbox;
let address = '';
let stop: () => Promise<void> = () => Promise.resolve();

test.beforeAll(async () => {
  mailbox = await openMailbox();
  const from = 'opfire@play.example';
  ({ address, stop } = await serve((at) => ['--smtp', mailbox.url, '--mail-from', from, '--public-url', at]));
});

test.afterAll(async () => {
  await stop();
  mailbox.close();
});

/** The link in the mail that asks the owner of an address. */
async function linkSentTo(email: string): Promise<string> {
  const sent = (): string[] => mailbox.mails.filter(({ to }) => to === email).map(({ text }) => text);
  await expect.poll(sent).toHaveLength(1);
  const [text = ''] = sent();
  expect(text).toContain('nothing is sent to you but this question');
  return /http\S+#\/address\/\w+/.exec(text)?.[0] ?? '';
}

/** Opens the link anew: a page that is already there does not change with the part after `#` alone. */
async function open(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByTestId('address')).toBeVisible();
}

/** What the player who gave the address is told of it. */
async function toldToPlayer(page: Page): Promise<string | null> {
  await page.reload();
  await openPlayers(page);
  await expect(page.getByTestId('notify-email')).toBeVisible();
  const state = page.getByTestId('mail-state');
  return (await state.isVisible()) ? state.innerText() : null;
}

for (const [name, size] of [
  ['a desk', DESK],
  ['a phone', PHONE],
] as const) {
  test(`the owner of an address says yes, and later no, on ${name}`, async ({ browser }) => {
    const email = `anna-${size.width}@player.example`;
    const player = await person(browser, address);
    await layOutApart(player, { scenario: 'tiger-in-the-open', seat: 'german', name: 'Ida' });
    await toTheBoard(player);
    await openPlayers(player);
    await player.getByTestId('notify-email').fill(email);
    await player.getByTestId('notify-save').click();
    await expect(player.getByTestId('mail-state')).toContainText(`A mail has gone to ${email}`);
    const link = await linkSentTo(email);
    expect(link.startsWith(`${address}/#/address/`)).toBe(true);

    // Programs that look through mail open links, too: that answers nothing.
    const owner = await person(browser, address, size);
    const posted: string[] = [];
    owner.on('request', (request) => {
      if (request.method() !== 'GET') posted.push(request.url());
    });
    await open(owner, link);
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Mail about your games?');
    await expect(owner.getByTestId('address-answer')).toHaveCount(0);
    await clean(owner, 'the question');
    await owner.waitForLoadState('networkidle');
    expect(posted).toEqual([]);
    expect(await toldToPlayer(player)).toContain(`A mail has gone to ${email}`);

    const answered = owner.getByRole('status');
    await owner.getByTestId('address-yes').click();
    await expect(answered).toContainText(`From now on ${email} gets a mail`);
    await clean(owner, 'yes');
    expect(await toldToPlayer(player)).toBeNull();

    // Later, by the same link, which says nothing of what was answered before.
    await open(owner, link);
    await expect(answered).toHaveCount(0);
    await owner.getByTestId('address-no').click();
    await expect(answered).toContainText(`Nothing is sent to ${email} any more`);
    await clean(owner, 'no');
    expect(await toldToPlayer(player)).toContain(`The owner of ${email} has said that nothing is to be sent there`);
    expect(posted).toEqual([`${address}/api/address`, `${address}/api/address`]);

    // Whatever comes of it, there was one mail.
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
    for (const page of [player, owner]) await page.context().close();
  });

  test(`a link that was never sent says so, on ${name}`, async ({ browser }) => {
    const page = await person(browser, address, size);
    await open(page, '/#/address/nonsense');
    await page.getByTestId('address-yes').click();
    await expect(page.getByRole('alert')).toContainText('not, or no longer, one that was sent');
    await expect(page.getByTestId('address-answer')).toHaveCount(0);
    await clean(page, 'a wrong link');
    await page.getByRole('link', { name: 'To the start page' }).click();
    await expect(page.getByTestId('lobby-link')).toBeVisible();
    await page.context().close();
  });
}
