import { relative } from 'node:path';

import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Prints for each test that failed the command that runs it again with a trace: the usual run keeps none, because traces cost a third of its time. */
export default class Again implements Reporter {
  private tests: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onEnd(): void {
    const failed = this.tests.filter((test) => test.outcome() === 'unexpected');
    if (failed.length === 0) return;
    console.log('\nTo see what happened, in web/:');
    for (const { location } of failed) {
      const place = `${relative(process.cwd(), location.file)}:${location.line}`;
      console.log(`  OPFIRE_BIN=${process.env['OPFIRE_BIN'] ?? ''} npx playwright test ${place} --trace on`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
