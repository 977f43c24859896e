import type { Overlay } from '../types/Overlay';
import type { Seat } from '../types/Seat';

/** What the map can be shaded by: each side has its own. */
export class Shadings {
  all = $state.raw<Overlay[]>([]);
  chosenId = $state<string | null>(null);
  readonly chosen = $derived(this.all.find((overlay) => overlay.id === this.chosenId) ?? null);

  /** The seat whose shadings have been loaded. */
  private loadedFor: Seat | null = null;

  /** `ask` asks for those of a seat. */
  constructor(private readonly ask: (seat: Seat) => void) {}

  /** The game has gone on: what is shown may be another by now, and another side may look. */
  refresh(seat: Seat): void {
    if (this.chosenId != null || seat !== this.loadedFor) this.load(seat);
  }

  load(seat: Seat): void {
    this.loadedFor = seat;
    this.ask(seat);
  }

  /** A new connection knows nothing of what was asked before. */
  forget(): void {
    this.loadedFor = null;
  }

  show(id: string | null): void {
    this.chosenId = id;
  }

  /** The next shading, and after the last one none. */
  next(): void {
    const at = this.all.findIndex((overlay) => overlay.id === this.chosenId);
    this.chosenId = this.all[at + 1]?.id ?? null;
  }
}
