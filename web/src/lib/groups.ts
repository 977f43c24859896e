import type { Choice } from '../types/Choice';

/** Buttons under one heading. */
export interface ButtonGroup {
  title: string;
  choices: Choice[];
  /** The label of one button for all of them, which asks for the hex on the board. */
  gathered: string | null;
}

/** Choices by their groups, the most useful first; those without a group come under no heading. */
export function groupChoices(choices: readonly Choice[]): ButtonGroup[] {
  const groups = new Map<string, ButtonGroup & { order: number }>();
  for (const choice of choices) {
    const title = choice.group?.title ?? '';
    const group = groups.get(title) ?? {
      title,
      order: choice.group?.order ?? -1,
      gathered: choice.group?.gathered ?? null,
      choices: [],
    };
    group.choices.push(choice);
    groups.set(title, group);
  }
  return [...groups.values()].toSorted((a, b) => a.order - b.order);
}

/** Whether the ruleset has grouped these choices. */
export function isGrouped(choices: readonly Choice[]): boolean {
  return choices.some((choice) => choice.group != null);
}
