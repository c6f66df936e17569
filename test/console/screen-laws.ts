import type { Page, ViewportSize } from "playwright-core";
import { axeFindings, axeFindingsOfColours } from "../client/axe.ts";
import type { ChangingWindow, Look, Pointer } from "./changing-window.ts";
import { POINTERS } from "./changing-window.ts";
import { covered, coveredWithMenus } from "./covered.ts";
import { cutOff } from "./cut-off.ts";
import { DEVICES } from "./devices.ts";
import { brokenChips, unevenPlaces, unevenRows } from "./row-heights.ts";
import { painted } from "./steady-page.ts";
import { smallTargets } from "./touch-targets.ts";

/** Whether a page fits into its window, has one heading of the first level and a title, and says its language. */
function wholeness(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[
    [document.documentElement.scrollWidth <= innerWidth, "the page scrolls sideways"],
    [document.querySelectorAll("h1").length === 1, document.querySelectorAll("h1").length + " headings"],
    [document.documentElement.lang === navigator.language.slice(0, 2), "language " + document.documentElement.lang],
    [document.title.endsWith(" · Magpie"), "title " + document.title],
  ].filter(([holds]) => !holds).map(([, finding]) => finding)`);
}

/** What is true of every screen in one look. */
export interface ScreenLaw extends Look {
  readonly name: string;
  /** What breaks the law on a page; empty if nothing does. */
  readonly findings: (page: Page) => Promise<readonly string[]>;
}

/** What breaks each law, by the law's name and by the name of what was shown; laws that hold have an empty record. */
export type Findings = Readonly<Record<string, Record<string, readonly string[]>>>;

export function noFindings(laws: readonly ScreenLaw[]): Findings {
  return Object.fromEntries(laws.map(({ name }) => [name, {}]));
}

/**
 * Looks at a page as each law does, and notes what breaks it.
 *
 * @param settled waits until the page has what it asks for in a window of another size
 */
export async function judge(
  window: ChangingWindow,
  shown: string,
  laws: readonly ScreenLaw[],
  found: Findings,
  settled: () => Promise<unknown>,
): Promise<void> {
  for (const law of laws) {
    await ((await window.becomes(law)) ? settled() : painted(window.page));
    const here = await law.findings(window.page);
    if (here.length > 0) Object.assign(found[law.name] ?? {}, { [shown]: here });
  }
}

/** As narrow as WCAG 1.4.10 has it, and as high as the smallest phone. */
const NARROW = { width: 320, height: 568 };
const SMALL = { width: 1_000, height: 640 };
const DESKTOP = DEVICES.desktop.viewport;
const PHONE = DEVICES.phone.viewport;
const TABLET = DEVICES.tablet.viewport;
const FORCED = { forcedColors: "active" } as const;

const PRESSED: Readonly<Record<Pointer, readonly (readonly [window: string, size: ViewportSize])[]>> = {
  mouse: [
    ["a desktop", DESKTOP],
    ["a small window with a mouse", SMALL],
    ["a narrow window with a mouse", { width: 640, height: 800 }],
  ],
  finger: [
    ["a tablet", TABLET],
    ["a phone", PHONE],
    ["a phone of 320 px", NARROW],
  ],
};

/** Whatever is shown can be pressed, in each window. @param findings `covered`, or with what is in the menus */
export function pressedLaws(findings = covered): readonly ScreenLaw[] {
  return POINTERS.flatMap((pointer) =>
    PRESSED[pointer].map(([window, size]) => ({
      name: `on ${window} whatever is shown can be pressed at its middle and its corners`,
      pointer,
      size,
      findings,
    })),
  );
}

/** What depends on the language, by its texts. */
const OF_TEXTS: readonly ScreenLaw[] = [
  {
    name: "every screen fits into 320 pixels, has one heading of the first level, and says its language",
    pointer: "mouse",
    size: NARROW,
    findings: wholeness,
  },
  uncut("on a desktop by text of twice the size", { pointer: "mouse", size: DESKTOP, fontSize: "200%" }),
  uncut("on a phone by text of twice the size", { pointer: "finger", size: PHONE, fontSize: "200%" }),
  uncut("in a window of 320 px", { pointer: "finger", size: NARROW }),
  {
    name: "the places of the bar are in line in a window of 320 px",
    pointer: "finger",
    size: NARROW,
    findings: unevenPlaces,
  },
  {
    name: "chips are in one line in a small window with a mouse",
    pointer: "mouse",
    size: SMALL,
    findings: brokenChips,
  },
];

/** What depends on the colours and on the markup, which are the same in every language. */
const OF_LOOKS: readonly ScreenLaw[] = [
  { name: "no screen has a finding of axe", pointer: "mouse", size: DESKTOP, findings: axeFindings },
  {
    name: "no screen has a finding of axe in dark colours",
    pointer: "mouse",
    size: DESKTOP,
    media: { colorScheme: "dark" },
    findings: axeFindingsOfColours,
  },
  uncut("in a window of a desktop with forced colours", { pointer: "mouse", size: DESKTOP, media: FORCED }),
  uncut("in a window of a phone with forced colours", { pointer: "finger", size: PHONE, media: FORCED }),
  large("phone", PHONE),
  even(PHONE),
  large("tablet", TABLET),
  even(TABLET),
  even(NARROW),
];

function uncut(window: string, look: Look): ScreenLaw {
  return { name: `nothing is cut off ${window}`, ...look, findings: cutOff };
}

function large(device: string, size: ViewportSize): ScreenLaw {
  const name = `everything is 44 px high and wide on a ${device}`;
  return { name, pointer: "finger", size, findings: smallTargets };
}

function even(size: ViewportSize): ScreenLaw {
  return {
    name: `rows have one height in a window of ${size.width} px`,
    pointer: "finger",
    size,
    findings: unevenRows,
  };
}

/** Laws of a pointer, in their order. */
export function by(pointer: Pointer, laws: readonly ScreenLaw[]): readonly ScreenLaw[] {
  return laws.filter((law) => law.pointer === pointer);
}

/** Laws of one window after each other: a page that gets another size costs more than most looks at it. */
function byWindow(laws: readonly ScreenLaw[]): readonly ScreenLaw[] {
  const windows = Map.groupBy(laws, ({ pointer, size, fontSize = "" }) =>
    [pointer, size.width, size.height, fontSize].join(" "),
  );
  return [...windows.values()].flat();
}

/** The laws of every screen: what has moved the page, its lists or its pointer comes after what looks for cut texts. */
export const SCREEN_LAWS: readonly (readonly [locale: string, laws: readonly ScreenLaw[]])[] = [
  ["en-GB", [...OF_TEXTS, ...byWindow([...OF_LOOKS, ...pressedLaws(coveredWithMenus)])]],
  ["ja-JP", OF_TEXTS],
];
