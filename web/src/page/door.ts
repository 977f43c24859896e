// The program as `make page` builds it from crates/page: what JavaScript sees of it.

export interface Reply {
  readonly status: number;
  readonly mime: string;
  readonly body: string;
  free(): void;
}

export interface Letter {
  readonly screen: number;
  readonly message: string;
  free(): void;
}

export interface Turn {
  readonly pause: number;
  readonly table: string;
  free(): void;
}

export interface Door {
  wants(address: string): string | undefined;
  bring(id: string, brought: string, now: number): void;
  answer(request: string, now: number, chance: bigint): Reply;
  connect(screen: number, address: string, keys: string[], now: number): string | undefined;
  hear(screen: number, message: string, now: number, chance: bigint): void;
  hang_up(screen: number): void;
  letter(): Letter | undefined;
  write(): string | undefined;
  bot(): Turn | undefined;
  bot_acts(table: string, now: number, chance: bigint): void;
  tell(table: string, notice?: string): void;
}

export interface Engine {
  default: (options: { module_or_path: URL }) => Promise<unknown>;
  Door: new (kept: string) => Door;
}
