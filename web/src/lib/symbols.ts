import * as api from './api';

const SVG = 'http://www.w3.org/2000/svg';
const ELEMENTS = new Set('symbol g path rect circle ellipse line polyline polygon use title text tspan'.split(' '));

/** Removes everything from a symbol that is not plain drawing. */
function clean(element: Element): void {
  for (const child of [...element.children]) {
    if (child.namespaceURI === SVG && ELEMENTS.has(child.localName)) clean(child);
    else child.remove();
  }
  for (const { name, value } of [...element.attributes]) {
    const reference = name === 'href' || name === 'xlink:href';
    if (name.startsWith('on') || (reference && !value.startsWith('#')) || /url\(\s*['"]?(?!#)/.test(value)) {
      element.removeAttribute(name);
    }
  }
}

/** The symbols of a sheet. Nothing but `<symbol>` gets into the page, and nothing that runs or loads. */
export function symbolsOf(sheet: string): Element[] {
  const parsed = new DOMParser().parseFromString(sheet, 'image/svg+xml');
  if (parsed.querySelector('parsererror') != null) return [];
  return [...parsed.querySelectorAll('symbol[id]')].map((symbol) => {
    const copy = document.importNode(symbol, true);
    clean(copy);
    return copy;
  });
}

let loading: Promise<ReadonlySet<string>> | null = null;

/** Puts the symbol sheet into the page once; gives the ids that can be used. */
export function loadSymbols(): Promise<ReadonlySet<string>> {
  loading ??= api.symbols().then(
    (sheet) => {
      const symbols = symbolsOf(sheet);
      const holder = document.createElementNS(SVG, 'svg');
      holder.setAttribute('aria-hidden', 'true');
      holder.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
      holder.append(...symbols);
      document.body.append(holder);
      return new Set(symbols.map((symbol) => symbol.id));
    },
    () => {
      loading = null;
      return new Set<string>();
    },
  );
  return loading;
}
