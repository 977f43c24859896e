import * as api from '../lib/api';
import type { AccountInfo } from '../types/AccountInfo';
import type { ServerInfo } from '../types/ServerInfo';

/** What pages share: the kind of server, and who is logged in. */
class Session {
  server = $state.raw<ServerInfo | null>(null);
  account = $state.raw<AccountInfo | null>(null);
  /** Whether it is known who is logged in. */
  known = $state(false);

  private asked: Promise<ServerInfo | null> | null = null;

  /** Asks once; a page that needs an answer waits for it. A server that cannot be asked is taken for one's own machine. */
  load(): Promise<ServerInfo | null> {
    this.asked ??= this.ask().finally(() => (this.asked = null));
    return this.asked;
  }

  private async ask(): Promise<ServerInfo | null> {
    try {
      this.server ??= await api.server();
      if (this.server.accounts && !this.known) this.enter(await api.account());
    } catch {
      // The page says itself that nobody answers.
    }
    this.known = true;
    return this.server;
  }

  enter(account: AccountInfo | null): void {
    this.account = account;
    this.known = true;
  }

  async leave(): Promise<void> {
    await api.logOut();
    this.account = null;
  }
}

export const session = new Session();
