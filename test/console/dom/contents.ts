/** The screen that is shown. */
export const main = () => document.querySelector("main") ?? document.body;

/** The texts and addresses of the links in what a selector finds. */
export const links = (selector: string) =>
  Array.from(document.querySelectorAll(`${selector} a`), (link) => [link.textContent, link.getAttribute("href")]);

/** The texts of the parts of each row that a selector finds. */
export const rows = (selector: string, within: ParentNode = document) =>
  Array.from(within.querySelectorAll(selector), ({ children }) =>
    Array.from(children, ({ textContent }) => textContent),
  );

/** The texts of all elements that describe another one. */
export const descriptions = (element: Element | null) =>
  (element?.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? null)
    .filter((text) => text !== null);
