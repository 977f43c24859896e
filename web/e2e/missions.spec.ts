import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, type Page } from '@playwright/test';

import { faults } from './axe';
import { Leader } from './leader';
import { freePort, start } from './program.mjs';
import { hurry, openMission, type Table } from './table';

// The six missions of Open Fire through the page: the first to its end, and what is special about the others.

/** A mission takes fewer actions; a fight of more than twenty rounds may be broken off. */
const MOST = 500;

/** From the start page to the screen on which the platoon is put together. */
async function open(page: Page, mission: string, seed: string, at = ''): Promise<Table> {
  page.setDefaultTimeout(15_000);
  await hurry(page);
  return openMission(page, mission, seed, at);
}

/** Goes on to the next step of the muster, whatever is left. */
async function next(page: Page, table: Table): Promise<void> {
  const step = page.getByTestId('muster').locator('[data-next]').first();
  const action = (await step.getAttribute('data-next')) ?? '';
  const warning = page.getByRole('dialog', { name: 'Before you go on' });
  await table.acting(async () => {
    await step.click();
    const sure = warning.locator(`[data-action="${action}"]`);
    if (await sure.isVisible()) await sure.click();
  });
}

/** A small platoon of one's own: two M4A3 with a few rounds. */
async function generate(page: Page, table: Table): Promise<void> {
  const muster = page.getByTestId('muster');
  const press = (action: string): Promise<void> =>
    table.acting(() => muster.locator(`[data-action="${action}"]`).click());
  // Where the sample platoon may be taken, throwing the dice is one of two ways.
  const quality = muster.locator('[data-action="generate quality"]');
  if (await quality.isVisible()) await press('generate quality');
  else await next(page, table);
  await press('buy crew 3c');
  await press('buy crew 2');
  await next(page, table);
  for (const crew of ['a', 'b']) {
    await press(`buy vehicle ${crew} m4a3`);
    await press(`buy rounds ${crew}`);
  }
  await next(page, table);
  // The stores, where the briefing gives something more.
  if (await muster.isVisible()) await next(page, table);
  await expect(muster).toHaveCount(0);
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
}

const log = async (page: Page): Promise<string> => {
  await page.getByRole('tab', { name: 'Log', exact: true }).click();
  const text = await page.getByRole('tabpanel').innerText();
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  return text;
};

test('The Grand Prix is played from its briefing to its end', async ({ page }) => {
  test.setTimeout(300_000);
  const table = await open(page, 'grand-prix', '11');
  await table.acting(() => page.getByTestId('muster').locator('[data-action="generate sample"]').click());
  await expect(page.getByRole('article', { name: 'Paragraph 011' })).toBeVisible();
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const leader = new Leader(page, table, { out: '3819', home: '4519' });
  let read = false;
  for (let n = 0; n < MOST && !(await table.outcome.isVisible()); n += 1) {
    const offers = await leader.offers();
    read ||= offers.some((offer) => offer.startsWith('answer '));
    await leader.take(leader.choose(offers));
  }
  await expect(table.outcome.getByRole('heading', { level: 2 })).toHaveText(
    /Mission accomplished|The mission has failed/,
  );
  await expect(table.outcome).toContainText('21 were needed');
  await expect(page.getByText('Not done:')).toHaveCount(0);
  await table.outcome.getByRole('button', { name: 'Look at the board' }).click();
  // The last page was read.
  await page.getByRole('tab', { name: 'Pages', exact: true }).click();
  await expect(page.getByRole('tabpanel').getByRole('article')).toBeVisible();
  expect(await faults(page), 'the last page').toEqual([]);
});

test('Bad Kreuznach: the platoon is set up on the map', async ({ page }) => {
  test.setTimeout(120_000);
  const table = await open(page, 'bad-kreuznach', '7');
  const muster = page.getByTestId('muster');
  await table.acting(() => muster.locator('[data-action="generate sample"]').click());
  // Rounds for the guns that join come out of the mission's points.
  for (const gun of ['j', 'k']) await table.acting(() => muster.locator(`[data-action="stock ${gun} 5"]`).click());
  await next(page, table);
  await page.getByRole('tab', { name: 'Actions', exact: true }).click();
  const leader = new Leader(page, table, { out: '0608', home: '0108' });
  await page.keyboard.press('f');
  const markers = page.locator('[data-mark="event"]');
  await expect(markers).toHaveCount(0);
  const hexes: Record<string, string> = {
    a: '0504',
    b: '0612',
    c: '0514',
    d: '0618',
    j: '0609',
    k: '0616',
    i: '0310',
    aa: '0413',
  };
  for (const [unit, hex] of Object.entries(hexes)) {
    await leader.take(`deploy ${unit}`);
    await table.acting(() => page.locator(`[data-hex="${hex}"]`).click());
    await expect(page.locator(`[data-unit="${unit}"]`)).toHaveAttribute('data-in', hex);
    const offers = await leader.offers();
    const hide = ['position on', 'hull down'].find((one) => offers.includes(one));
    if (hide != null) await leader.take(hide);
  }
  expect(await faults(page), 'set up').toEqual([]);
  await leader.take('set');
  await expect(markers.first()).toBeVisible();
  await expect.poll(() => log(page)).toContain('Paragraph 404');
});

test('The Mistake: the barrage falls where the player wants it, once', async ({ page }) => {
  test.setTimeout(120_000);
  const table = await open(page, 'the-mistake', '5');
  await generate(page, table);
  const leader = new Leader(page, table, { out: '0511', home: '0105' });
  await leader.take('call 1');
  // It asks where; then it has been used up.
  const where = (await leader.offers()).filter((offer) => /^(answer|pick) /.test(offer));
  expect(where.length).toBeGreaterThan(2);
  await leader.take(where[0] ?? '');
  expect(await leader.offers()).not.toContain('call 1');
  await expect.poll(() => log(page)).toMatch(/barrage|shells?|battery/i);
});

// Prisoners wait far behind the lines, dusk falls late, and trucks have company: small missions have them at hand.
const TRY_OUT = `
mission snow "Snow" {
    map border
    north up
    briefing "A truck, a road, and what lies beside it."
    platoon "A new one, and a truck." {
        joins US6
    }
    starts-with 989
    markers {
        event 1 2010
    }
    entry 4101 stacked
    exit 4101
    ground snow
    activation 1
    retreat {
        die "1-10" 1201
    }
    cartridge {
        event 1 none
    }
    random-events {
        throw "2-20" none
    }
    victory 10 {
        award 10 us truck exited=4101
    }
    ends {
        when no us active
    }
}

mission try-out "Try-out" {
    map border
    north up
    briefing "A camp, a half-track, and the evening."
    platoon "A new one, and a half-track." {
        joins US1
    }
    starts-with 990
    markers {
        event 1 4003
    }
    entry 4101 stacked
    exit 4101
    light since=1 dusk=1 night=2
    activation 1 1
    retreat {
        die "1-10" 1201
    }
    cartridge {
        event 1 none none
    }
    random-events {
        throw "2-20" none none
    }
    victory 5 {
        award 5 prisoners exited=4101
    }
    ends {
        when no us active
    }
}
`;
const CAMP = `
paragraph 989 {
    story "The ploughs have been by, and then the wind."
}
paragraph 990 {
    story "A fence, a lamp, and a queue that nobody has told to wait."
    place prisoners 4102
    whenever us half-track exited=4101 {
        points +1
    }
    the-moment prisoners aboard {
        see 991
    }
}
paragraph 991 {
    story "Somebody on the far side has heard the tailboard."
    condition 2
    activate GE29 at=4003 facing=north
}
`;

test.describe('small missions', () => {
  let folder = '';
  let address = '';
  let stop: () => Promise<void> = () => Promise.resolve();

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'opfire-content-'));
    cpSync('../content', folder, { recursive: true });
    writeFileSync(join(folder, 'open-fire/missions/try-out.kdl'), TRY_OUT);
    writeFileSync(join(folder, 'open-fire/paragraphs/try-out.kdl'), CAMP);
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    stop = await start(
      (data) => ['play', '--no-open', '--port', String(port), '--data', data, '--content', folder],
      address,
    );
  });

  test.afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a truck keeps to the road in the snow, or it does not', async ({ page }) => {
    const table = await open(page, 'snow', '5', address);
    await generate(page, table);
    const leader = new Leader(page, table, { out: '4102', home: '4101' });
    await leader.take('enter h 4101');
    await leader.take('march h 4102');
    expect(await log(page)).not.toContain('off the road in the snow');
    const off = (await leader.offers()).find((offer) => offer.startsWith('march h 42'));
    await leader.take(off ?? '');
    await expect.poll(() => log(page)).toContain('off the road in the snow');
  });

  test('prisoners are loaded, it gets dark, and they are brought out', async ({ page }) => {
    test.setTimeout(180_000);
    const table = await open(page, 'try-out', '5', address);
    await generate(page, table);
    const leader = new Leader(page, table, { out: '4102', home: '4101' });
    await leader.take('enter f 4101');
    await leader.take('march f 4102');
    await leader.take('rescue 1 f');
    await expect(page.locator('[data-unit="f"]')).toHaveAttribute('data-in', '4102');
    let dusk = false;
    for (let n = 0; n < 120 && !(await table.outcome.isVisible()); n += 1) {
      dusk ||= /dusk/i.test(await page.getByRole('banner').innerText());
      if (/night/i.test(await page.getByRole('banner').innerText())) break;
      const offers = await leader.offers();
      await leader.take(offers.find((offer) => offer.startsWith('exit')) ?? leader.choose(offers));
    }
    expect(dusk, 'it gets dark').toBe(true);
  });
});
