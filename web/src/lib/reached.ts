/** Kinds of controls, as far as keys are concerned: one to type into, one that a key presses, or none. */
export type ControlKind = 'text' | 'pressed' | 'none';

/** Fields without letters: a key presses them, or moves them. */
const PRESSED_FIELDS: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'range',
  'color',
  'file',
]);

/** What an element does with keys, by its tag and, for a field, its type. */
export function kindOf(tag: string, type: string, role: string | null): ControlKind {
  switch (tag.toLowerCase()) {
    case 'input':
      return PRESSED_FIELDS.has(type) ? 'pressed' : 'text';
    case 'textarea':
    case 'select':
      return 'text';
    case 'button':
    case 'a':
    case 'summary':
      return 'pressed';
    default:
      return role === 'tab' || role === 'button' ? 'pressed' : 'none';
  }
}

/**
 * Whose a key is. Space and Enter press the control that has the focus, for those who reached it by keyboard; a control that was only
 * clicked keeps the focus, but the keys go on to the game.
 */
export class Reached<T extends object> {
  private clicked: T | null = null;

  /** The pointer has come down on a control, or beside all of them. */
  pointed(control: T | null): void {
    this.clicked = control;
  }

  /** The focus is moved by a key. */
  moved(): void {
    this.clicked = null;
  }

  /** Whether the keys that press something press this control. */
  owns(control: T | null): boolean {
    return control != null && control !== this.clicked;
  }
}
