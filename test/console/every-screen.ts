import type { Locator, Page } from "playwright-core";
import type { PopulatedSystem } from "./populated-system.ts";

/** A screen of the console, for what is true of every one of them. */
export interface NamedScreen {
  readonly name: string;
  readonly path: string;
  /** A text of an item that is on it, in every language: until it is there, the screen is still loading. */
  readonly shows: string | RegExp;
}

/** Every screen of an administrator who has something on it. */
export function everyScreen({
  bookmarkPath,
  bookPath,
  deckPath,
  pricePath,
}: Pick<PopulatedSystem, "bookmarkPath" | "bookPath" | "deckPath" | "pricePath">): readonly NamedScreen[] {
  return [
    { name: "bookmarks", path: "/app/bookmarks", shows: "Hawthorn and rowan" },
    { name: "bookmark", path: bookmarkPath, shows: "A hedge for sparrows" },
    { name: "text", path: `${bookmarkPath}/read`, shows: "A hedge for sparrows" },
    { name: "slides", path: "/app/slides", shows: /speakerdeck\.com|Speaker Deck/ },
    { name: "deck", path: deckPath, shows: /speakerdeck\.com|Speaker Deck/ },
    { name: "books", path: "/app/books", shows: /Simulated volume/ },
    { name: "book", path: bookPath, shows: "gardening" },
    { name: "prices", path: "/app/prices", shows: "A camera" },
    { name: "price", path: pricePath, shows: "A camera" },
    { name: "recommendations", path: "/app/recommendations", shows: "The garden" },
    { name: "incoming", path: "/app/recommendations/incoming", shows: "garden.example" },
    { name: "deliveries", path: "/app/recommendations/deliveries", shows: "garden.example" },
    { name: "operations", path: "/app/operations", shows: "oembed-fetch" },
    { name: "failed-jobs", path: "/app/operations/failed-jobs", shows: "https://blog.example/2026/why-the-tram-rings" },
    { name: "jobs", path: "/app/operations/jobs", shows: "gardening" },
    { name: "job", path: "/app/operations/jobs/gardening", shows: "生け垣" },
    { name: "alarms", path: "/app/operations/alarms", shows: "dead-letters" },
    { name: "notices", path: "/app/notices", shows: /gardening/ },
    { name: "mentions", path: "/app/recommendations/mentions", shows: "garden.example" },
    { name: "blocked-hosts", path: "/app/recommendations/blocked-hosts", shows: "" },
    { name: "add", path: "/app/recommendations/add", shows: "" },
    { name: "tags", path: "/app/tags", shows: "talk" },
    { name: "settings", path: "/app/settings", shows: "keeper" },
    { name: "waiting", path: "/app/waiting", shows: "" },
    { name: "share", path: "/app/share?url=https%3A%2F%2Fblog.example%2Fshared", shows: "" },
  ];
}

/** One screen of each kind: a list, a text, a player, covers, a plot, tabs, a table, a form, and the target of a share. */
const KINDS = ["bookmarks", "text", "deck", "books", "price", "recommendations", "operations", "add", "share"];

/** For what one component draws on all screens of a kind, such as what stands in the place of items. */
export function oneScreenOfEachKind(populated: Parameters<typeof everyScreen>[0]): readonly NamedScreen[] {
  return everyScreen(populated).filter(({ name }) => KINDS.includes(name));
}

/** Loads a screen's address, and waits until it shows its items. */
export async function load(page: Page, screen: NamedScreen): Promise<void> {
  await page.goto(screen.path);
  await isShown(page, screen);
}

/**
 * Goes to a screen within the console, as a link does, and waits until it shows its items. A load costs several times as
 * much: this is for what is true of a screen however a person has come to it.
 */
export async function follow(page: Page, screen: NamedScreen): Promise<void> {
  await turnTo(page, screen);
  await isShown(page, screen);
}

const NO_SCREEN = /^(Page not found|ページが見つかりません)$/;

/** Begins to go to a screen within the console. Nothing of the screen before is on the page any more. */
export async function turnTo(page: Page, { path }: Pick<NamedScreen, "path">): Promise<void> {
  await changeAddress(page, "/app/no-screen");
  await heading(page).filter({ hasText: NO_SCREEN }).waitFor();
  await changeAddress(page, path);
  // Its file may have to be loaded.
  await heading(page).filter({ hasNotText: NO_SCREEN }).waitFor();
}

/** Whether a screen shows its items. */
export function isShowing(page: Page, { shows }: NamedScreen): Promise<boolean> {
  return page.locator("#content").getByText(shows).filter({ visible: true }).first().isVisible();
}

/** Waits until a screen shows its items. */
async function isShown(page: Page, { shows }: NamedScreen): Promise<void> {
  // The page before the start is over has another heading.
  await heading(page).filter({ hasNotText: NO_SCREEN }).waitFor();
  await page.locator("#content").getByText(shows).filter({ visible: true }).first().waitFor();
}

function heading(page: Page): Locator {
  return page.locator("#content h1");
}

/** Changes the page's address as a link within the console does. */
export function changeAddress(page: Page, path: string): Promise<unknown> {
  return page.evaluate(`{
    history.pushState(null, "", ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent("popstate"));
  }`);
}
