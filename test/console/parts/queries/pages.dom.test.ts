// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { amount } from "../../../../console/language/amount.ts";
import type { Page } from "../../../../console/parts/queries/page.ts";
import { Paged } from "../../../../console/parts/queries/paged.tsx";
import type { PagedQuery } from "../../../../console/parts/queries/use-paged-query.ts";
import { usePagedQuery } from "../../../../console/parts/queries/use-paged-query.ts";
import { press, settled } from "../../dom/acts.ts";
import { openPage } from "../../dom/page.ts";
import { button, focused, hasButton, texts } from "../../dom/shown.ts";

interface Asked {
  readonly question: string;
  readonly position: number | null;
  readonly signal: AbortSignal;
  readonly answer: PromiseWithResolvers<Page<string, number>>;
}

/** A list of birds by pages, whose answers are given one by one. */
async function opened(more?: string, heading: (item: string) => ReturnType<typeof h> = (item) => h("h2", {}, item)) {
  const asked: Asked[] = [];
  const question = signal("birds");
  let pages: PagedQuery<string>;
  const page = await openPage();
  await page.show(() => {
    const now = question.value;
    pages = usePagedQuery<string, number>(
      now,
      (position, ending) => {
        const answer = Promise.withResolvers<Page<string, number>>();
        asked.push({ question: now, position, signal: ending, answer });
        return answer.promise;
      },
      (item) => item,
    );
    return h(Paged<string>, {
      pages,
      counted: (number) => amount(number, "bird", "birds"),
      empty: "No birds",
      ...(more === undefined ? {} : { more }),
      children: (items) => items.map((item) => h("article", { key: item }, heading(item))),
    });
  });
  return {
    page,
    asked,
    asks: (next: string) =>
      act(() => {
        question.value = next;
      }),
    reload: () => act(() => pages.reload()),
    more: () => act(() => pages.more()),
    gets: async (items: readonly string[], next: number | null = null, total?: number) => {
      asked.at(-1)?.answer.resolve({ items, next, ...(total === undefined ? {} : { total }) });
      await act(settled);
    },
    fails: async (error: unknown = new Error("No birds today.")) => {
      asked.at(-1)?.answer.reject(error);
      await act(settled);
    },
  };
}

const items = () => texts("article");
const told = () => document.querySelector("main [role=status]")?.textContent;
const alert = () => document.querySelector("main [role=alert]")?.textContent ?? null;
const isBusy = () => document.querySelector("main > div")?.getAttribute("aria-busy");
const positions = (asked: readonly Asked[]) => asked.map(({ position }) => position);

it("a list is announced as loading, then counted; a message stands in place of an empty one", async () => {
  const { gets } = await opened();
  expect([told(), isBusy(), texts(".empty"), hasButton("Show more")]).toEqual(["Loading…", "true", [], false]);
  await gets([], null, 0);
  expect([told(), isBusy(), texts(".empty"), hasButton("Show more")]).toEqual(["", "false", ["No birds"], false]);
});

it("pages come one after the other, once for each press, without what was there before; the focus goes on", async () => {
  const { asked, gets } = await opened();
  await gets(["owl", "wren"], 2, 3);
  expect([items(), told(), isBusy()]).toEqual([["owl", "wren"], "2 of 3", "false"]);
  expect(document.activeElement).toBe(document.body);
  await press("Show more");
  await press("Show more");
  expect([positions(asked), button("Show more").getAttribute("aria-disabled")]).toEqual([[null, 2], "true"]);
  expect([told(), isBusy()]).toEqual(["2 of 3", "true"]);
  expect(texts(".more span")).toEqual(["Loading…"]);
  await gets(["wren", "tit"], null);
  expect([items(), told(), hasButton("Show more")]).toEqual([["owl", "wren", "tit"], "3 birds", false]);
  expect([focused(), document.activeElement?.getAttribute("tabindex")]).toEqual(["tit", "-1"]);
});

it("the focus goes to the link of the first item that came, and nowhere when none came", async () => {
  const { gets } = await opened("Older birds", (item) => h("h3", {}, h("a", { href: `#${item}` }, item)));
  await gets(["owl"], 1);
  await press("Older birds");
  expect(texts(".more span").length).toBe(1);
  await gets(["wren"], 2);
  expect([document.activeElement?.tagName, focused()]).toEqual(["A", "wren"]);
  expect(document.activeElement?.hasAttribute("tabindex")).toBe(false);
  expect([button("Older birds").getAttribute("aria-disabled"), texts(".more span")]).toEqual(["false", []]);
  button("Older birds").focus();
  await press("Older birds");
  await gets(["owl"], 3);
  expect(focused()).toBe("Older birds");
});

it("an automatic reload leaves the focus where it is", async () => {
  const { gets, reload } = await opened();
  await gets(["owl"], 1);
  await press("Show more");
  await gets(["wren"], 2);
  button("Show more").focus();
  await reload();
  await gets(["owl"], 1);
  await gets(["tit"], null);
  expect([items(), focused()]).toEqual([["owl", "tit"], document.body.textContent]);
});

it("the shown pages are read again, and stay meanwhile; a list that has become shorter ends", async () => {
  const { asked, gets, reload } = await opened();
  await gets(["owl"], 1);
  await press("Show more");
  await gets(["wren"], 2);
  await reload();
  expect([items(), isBusy()]).toEqual([["owl", "wren"], "true"]);
  await gets(["jay"], 1);
  expect([items(), positions(asked)]).toEqual([
    ["owl", "wren"],
    [null, 1, null, 1],
  ]);
  await gets(["tit"], 2);
  expect([items(), hasButton("Show more")]).toEqual([["jay", "tit"], true]);
  await reload();
  await gets(["jay"], null);
  expect([items(), positions(asked).length, hasButton("Show more")]).toEqual([["jay"], 5, false]);
});

it("a failure is explained, earlier results stay, and a retry asks the same", async () => {
  const { asked, gets, fails, reload } = await opened();
  await fails();
  expect([told(), alert()]).toEqual(["", expect.stringContaining("No birds today.")]);
  await press("Try again");
  expect([positions(asked), told(), alert()]).toEqual([[null, null], "", "Loading… Try again"]);
  await gets(["owl"], 1);
  expect([items(), alert()]).toEqual([["owl"], null]);
  await press("Show more");
  await fails();
  expect([items(), hasButton("Show more"), hasButton("Try again")]).toEqual([["owl"], false, true]);
  expect(told()).toBe("1 bird, more below");
  await press("Try again");
  await gets(["wren"], 2);
  expect([items(), positions(asked).slice(2)]).toEqual([
    ["owl", "wren"],
    [1, 1],
  ]);
  await reload();
  await fails();
  expect(alert()).toContain("No birds today.");
});

it("before the first answer, a reload requests one page", async () => {
  const { asked, gets, reload, more } = await opened();
  await more();
  expect(asked.length).toBe(1);
  await reload();
  expect([asked.length, asked[0]?.signal.aborted]).toEqual([2, true]);
  asked[0]?.answer.resolve({ items: ["late"], next: null });
  await act(settled);
  expect(items()).toEqual([]);
  await gets(["owl"], null);
  expect(items()).toEqual(["owl"]);
  await more();
  expect(asked.length).toBe(2);
});

it("another question forgets the pages; its late answers and failures are dropped, and those to a screen that has gone", async () => {
  const { asked, asks, gets, page } = await opened();
  await gets(["owl"], 1, 7);
  await asks("fish");
  expect([items(), told(), isBusy(), hasButton("Show more")]).toEqual([[], "Loading…", "true", false]);
  expect(asked.map(({ question }) => question)).toEqual(["birds", "fish"]);
  await asks("moss");
  expect([told(), asked[1]?.signal.aborted]).toEqual(["Loading…", true]);
  await gets(["fern"], null);
  asked[1]?.answer.reject(new Error("No fish."));
  await act(settled);
  expect([items(), told(), alert()]).toEqual([["fern"], "1 bird", null]);
  await asks("birds");
  await page.show(() => null);
  expect(asked.at(-1)?.signal.aborted).toBe(true);
});

it("a list to which a person comes back is read as far as it was shown, with the focus where it was; the next one is not", async () => {
  const { page, gets, more } = await opened();
  await gets(["owl", "wren"], 2);
  await more();
  await gets(["hen", "tit"], 4);
  const headings = document.querySelectorAll("h2");
  for (const each of headings) each.tabIndex = -1;
  headings[3]?.focus();
  await page.show(() => h("p", {}, "Another screen"));
  const back = await opened();
  await back.gets(["owl", "wren"], 2);
  expect([positions(back.asked), items()]).toEqual([[null, 2], []]);
  await back.gets(["hen", "tit"], 4);
  expect([positions(back.asked), items()]).toEqual([
    [null, 2],
    ["owl", "wren", "hen", "tit"],
  ]);
  await back.asks("trees");
  await back.gets(["oak"], 1);
  expect([positions(back.asked), items()]).toEqual([[null, 2, null], ["oak"]]);
});
