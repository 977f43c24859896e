import type { Page } from '@playwright/test';

/** The parts of the table whose words must be whole. */
const PARTS = ['header', 'section[aria-label="What is asked"]', '[data-testid="deed"]', '[data-testid="choice-menu"]'];

/**
 * Words on the table that a player cannot read: cut off by an ellipsis or an edge, run over the border of their button, off the screen, or
 * one on top of the other. What scrolls may wait below its edge.
 */
export function unreadable(page: Page, parts: readonly string[] = PARTS): Promise<string[]> {
  return page.evaluate((selectors) => {
    interface Box {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    interface Words {
      text: string;
      within: Element;
      boxes: Box[];
    }
    const found = new Set<string>();
    const wholeOf = (node: Text): Box[] => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    };
    const scrolls = (style: CSSStyleDeclaration): boolean => /auto|scroll/.test(style.overflowX + style.overflowY);
    const cuts = (style: CSSStyleDeclaration): boolean => /hidden|clip/.test(style.overflowX + style.overflowY);
    const inside = (box: Box, room: Box): Box => ({
      left: Math.max(box.left, room.left),
      right: Math.min(box.right, room.right),
      top: Math.max(box.top, room.top),
      bottom: Math.min(box.bottom, room.bottom),
    });
    const look = (root: Element, node: Text): Words | null => {
      const within = node.parentElement;
      const text = node.data.trim().slice(0, 60);
      if (
        within == null ||
        text === '' ||
        !within.checkVisibility({ visibilityProperty: true }) ||
        within.closest('.hidden, kbd') != null
      )
        return null;
      if (getComputedStyle(within).clipPath !== 'none') return null;
      let boxes = wholeOf(node);
      const button = within.closest('button, .button');
      const edge = button?.getBoundingClientRect();
      if (edge != null && boxes.some((box) => box.right > edge.right + 2 || box.bottom > edge.bottom + 3))
        found.add(`over the edge of its button: ${text}`);
      for (let room: Element | null = within; room != null && room !== root.parentElement; room = room.parentElement) {
        const style = getComputedStyle(room);
        const lies = room.getBoundingClientRect();
        if (scrolls(style)) boxes = boxes.map((box) => inside(box, lies));
        else if (cuts(style) && boxes.some((box) => box.right > lies.right + 2 || box.bottom > lies.bottom + 3))
          found.add(`cut off: ${text}`);
      }
      boxes = boxes.filter((box) => box.right - box.left > 1 && box.bottom - box.top > 1);
      if (
        boxes.some((box) => box.right > innerWidth + 1 || box.left < -1 || box.top < -1 || box.bottom > innerHeight + 1)
      )
        found.add(`off the screen: ${text}`);
      return { text, within, boxes };
    };
    for (const root of selectors.flatMap((selector) => [...document.querySelectorAll(selector)])) {
      const all: Words[] = [];
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walk.nextNode() != null) {
        const words = look(root, walk.currentNode as Text);
        if (words != null) all.push(words);
      }
      all.forEach((one, at) => {
        for (const other of all.slice(at + 1)) {
          const share = one.boxes.some((a) =>
            other.boxes.some(
              (b) =>
                Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
                Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5,
            ),
          );
          if (share) found.add(`one over the other: ${one.text} / ${other.text}`);
        }
      });
    }
    return [...found];
  }, parts);
}
