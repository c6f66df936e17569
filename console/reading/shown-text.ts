import { safeText } from "./safe-text.ts";

/** A heading of a text, to which its contents lead. */
export interface TextHeading {
  /** Of the element. */
  readonly id: string;
  readonly title: string;
  readonly level: 2 | 3 | 4;
}

/** A text for the screen. */
export interface ShownText {
  readonly elements: DocumentFragment;
  readonly headings: readonly TextHeading[];
}

/** The names that a text's own elements get. */
export interface TextNames {
  /** Of a table that is scrolled by itself. */
  readonly table: string;
  readonly code: string;
}

/**
 * Prepares a kept text for the screen: links open in a new tab, which learns nothing of this page; what may be wider than the
 * screen is scrolled by itself, by the keyboard, too; headings get ids, which a kept text has none of.
 */
export function shownText(html: string, names: TextNames): ShownText {
  const elements = safeText(html);
  for (const link of elements.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noreferrer noopener";
  }
  for (const image of elements.querySelectorAll("img")) {
    // Without an address, as one of another site has none here, it would be a broken image.
    if (!image.hasAttribute("src")) image.replaceWith(image.alt);
    image.loading = "lazy";
    image.decoding = "async";
  }
  for (const table of elements.querySelectorAll("table")) {
    // A table in a table is scrolled with it.
    if (table.parentElement?.closest("table")) continue;
    const wide = document.createElement("div");
    table.replaceWith(wide);
    wide.append(table);
    scrolls(wide, names.table);
  }
  for (const code of elements.querySelectorAll<HTMLElement>("pre")) scrolls(code, names.code);
  return { elements, headings: headingsOf(elements) };
}

function scrolls(element: HTMLElement, name: string): void {
  element.classList.add("wide");
  element.tabIndex = 0;
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", name);
}

function headingsOf(elements: DocumentFragment): readonly TextHeading[] {
  return Array.from(elements.querySelectorAll<HTMLElement>("h2, h3, h4")).flatMap((heading, index): TextHeading[] => {
    const title = heading.textContent.replaceAll(/\s+/g, " ").trim();
    if (title === "") return [];
    heading.id = `heading-${index}`;
    // The focus goes with a person who follows the contents.
    heading.tabIndex = -1;
    return [{ id: heading.id, title, level: Number(heading.localName.slice(1)) as TextHeading["level"] }];
  });
}
