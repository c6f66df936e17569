/** The elements of a selector whose text, or label, is this. */
function named<T extends HTMLElement>(selector: string, name: string, within: ParentNode): T[] {
  return Array.from(within.querySelectorAll<T>(selector)).filter(
    (element) => (element.getAttribute("aria-label") ?? element.textContent).trim() === name,
  );
}

export function button(name: string, within: ParentNode = document): HTMLButtonElement {
  const [found, ...others] = named<HTMLButtonElement>("button", name, within);
  if (found === undefined || others.length > 0) throw new Error(`${others.length + 1} buttons ${name}`);
  return found;
}

export function hasButton(name: string, within: ParentNode = document): boolean {
  return named("button", name, within).length > 0;
}

/** The text box with this label. */
export function textBox(label: string, within: ParentNode = document): HTMLInputElement {
  const found = named<HTMLLabelElement>("label", label, within)[0];
  return document.getElementById(found?.htmlFor ?? "") as HTMLInputElement;
}

/** The list of values with this label. */
export function selectBox(label: string): HTMLSelectElement {
  const labelOf = ({ id }: HTMLSelectElement) => document.querySelector(`label[for="${id}"]`);
  const found = Array.from(document.querySelectorAll("select")).find(
    (each) => (each.closest("label")?.querySelector(".label") ?? labelOf(each))?.textContent === label,
  );
  if (found === undefined) throw new Error(`There is no list ${label}`);
  return found;
}

/** The item of a list with this heading. */
export function article(name: string): HTMLElement {
  const found = Array.from(document.querySelectorAll("article")).find(
    (each) => each.querySelector("h2, h3")?.textContent === name,
  );
  if (found === undefined) throw new Error(`There is no item ${name}`);
  return found;
}

/** The dialog that is open. */
export function dialog(): HTMLDialogElement {
  const found = document.querySelector<HTMLDialogElement>("dialog[open]");
  if (found === null) throw new Error("No dialog is open");
  return found;
}

/** The text of the element that names or describes another one. */
export function referred(element: Element | null | undefined, attribute: string): string | undefined {
  return document.getElementById(element?.getAttribute(attribute) ?? "")?.textContent;
}

export const focused = () => document.activeElement?.textContent;
export const texts = (selector: string, within: ParentNode = document): string[] =>
  Array.from(within.querySelectorAll(selector), ({ textContent }) => textContent.trim());
export const classes = (selector: string, within: ParentNode = document): string[] =>
  Array.from(within.querySelectorAll(selector), ({ className }) => className);
export const told = () => document.querySelector(".status")?.textContent ?? "";
export const failed = () => document.querySelector('[role="alert"] span')?.textContent ?? null;
