import type { BrowserContext, Route } from "playwright-core";
import { ownAnswer } from "../../client/chromium.ts";

/** How screens are when they do not show their items. */
export const STATES = ["empty", "loading", "failed", "offline", "ended"] as const;
export type ScreenState = (typeof STATES)[number];

/** Has the API answer as it does in a state; the page, its files and the sign-in answer as always. */
export async function answerAs(state: ScreenState, context: BrowserContext): Promise<void> {
  if (state === "offline") await context.setOffline(true);
  else await context.route(({ pathname }) => pathname.startsWith("/v1/"), ANSWERS[state]);
}

const ANSWERS: Readonly<Record<Exclude<ScreenState, "offline">, (route: Route) => Promise<void>>> = {
  empty: answerEmpty,
  // Never.
  loading: () => new Promise(() => undefined),
  // The client does not repeat what is refused.
  failed: (route) =>
    route.fulfill({
      status: 400,
      contentType: "application/problem+json",
      json: { type: "about:blank", title: "Bad Request", status: 400, code: "refused", detail: "It was refused." },
    }),
  ended: (route) => route.fulfill({ status: 401, json: { message: "Unauthorized" } }),
};

/** The API's own answer, without items. */
export async function answerEmpty(route: Route): Promise<void> {
  const response = await ownAnswer(route);
  if (!response.ok()) return route.fulfill({ response });
  const body: unknown = await response.json();
  const emptied = Object.entries(Object(body)).map(([name, value]) => [
    name,
    Array.isArray(value) ? [] : name === "next_cursor" ? null : name === "more" ? false : value,
  ]);
  await route.fulfill({ response, json: Object.fromEntries(emptied) });
}
