import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { tinykeys } from "tinykeys";
import { preferences } from "../device/preferences.ts";
import { loadScreenStyles } from "../device/screen-styles.ts";
import { isComposing } from "../parts/forms/input-method.ts";
import { useLoadedDialog } from "../parts/forms/use-loaded-dialog.tsx";
import type { Mark } from "../parts/marks/marks.ts";
import { focusOneField } from "../parts/search/focus-one-field.ts";
import type { ShortcutScreens } from "./shortcut-sheet.tsx";

/** The letter after `g` of each screen. */
const SCREENS: ShortcutScreens = {
  b: "bookmarks",
  s: "slides",
  k: "books",
  p: "prices",
  r: "recommendations",
  o: "operations",
};

/**
 * Keyboard shortcuts and the sheet that lists them. Single keys do nothing in text boxes, while an input method composes,
 * and when they are switched off in the settings.
 */
export function Shortcuts() {
  const { route } = useLocation();
  const [open, sheet] = useLoadedDialog({ screens: SCREENS });
  /** Of this rendering: the keys are bound once, and a second binding would know nothing of a `g` before it. */
  const latest = useRef({ route, open });
  latest.current = { route, open };
  useEffect(() => {
    const when = (run: () => void) => (event: KeyboardEvent) => {
      // Taken already: by something else on the page, or as the letter after `g`, whose binding is asked first.
      if (event.defaultPrevented) return;
      // Read when a key is pressed: a listener that rendering replaces would still get the next key.
      if (!preferences.peek().shortcuts || isComposing(event) || isWriting(event.target)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      run();
    };
    return tinykeys(window, {
      ...Object.fromEntries(
        Object.entries(SCREENS).map(([key, screen]) => [
          `g ${key}`,
          when(() => latest.current.route(`/app/${screen}`)),
        ]),
      ),
      // Firefox can search the page for what is typed: the letter after `g` would then go to its field.
      g: when(() => undefined),
      "Shift+?": when(() =>
        latest.current.open(() =>
          loadScreenStyles()
            .then(() => import("./shortcut-sheet.tsx"))
            .then((module) => module.ShortcutSheet),
        ),
      ),
      "/": when(() => focus("form[data-save] input, main input[type=search]")),
      n: when(focusOneField),
      u: when(() => document.querySelector<HTMLElement>(":is(.status[role=status], .import-banner) button")?.focus()),
      j: when(() => follow("a[rel=next]") || step(1)),
      k: when(() => follow("a[rel=prev]") || step(-1)),
      o: when(() => follow("a[data-original]")),
      f: when(() => follow("button[data-full-screen]")),
      m: when(() => changeMark("unread")),
      s: when(() => changeMark("starred")),
    });
  }, []);
  return sheet;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(`main ${selector}`)?.focus();
}

/** Presses a link or a button of the screen. @returns whether there is one */
function follow(selector: string): boolean {
  const link = document.querySelector<HTMLElement>(`main ${selector}`);
  link?.click();
  return link !== null;
}

/** Presses the button for a mark: of the item that has the focus, else of the one that the screen shows by itself. */
function changeMark(mark: Mark): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`main button[data-mark=${mark}]`)];
  const item = document.activeElement?.closest(".items article") ?? null;
  buttons.find((button) => button.closest(".items article") === item)?.click();
}

/** Moves the focus to the article after or before the one that has it. */
function step(by: 1 | -1): void {
  const articles = [...document.querySelectorAll<HTMLElement>("main article")];
  const now = articles.findIndex((article) => article.contains(document.activeElement));
  const next = articles[now === -1 ? 0 : now + by];
  next?.querySelector<HTMLElement>("h2 a, h3 a, button")?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
