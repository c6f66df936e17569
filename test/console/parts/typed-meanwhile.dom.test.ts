// @vitest-environment happy-dom
import type { ComponentType } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { BookmarksScreen } from "../../../console/bookmarks/bookmarks-screen.tsx";
import { SlidesScreen } from "../../../console/slides/slides-screen.tsx";
import { fill, settled, submit } from "../dom/acts.ts";
import { openPage } from "../dom/page.ts";
import { textBox } from "../dom/shown.ts";

interface SavingScreen {
  readonly path: string;
  readonly screen: ComponentType;
  readonly addresses: readonly [saved: string, next: string];
}

it.each<SavingScreen>([
  { path: "bookmarks", screen: BookmarksScreen, addresses: ["https://blog.example/owls", "blog.example/wr"] },
  { path: "slides", screen: SlidesScreen, addresses: ["https://speakerdeck.com/ada/owls", "speakerdeck.com/ada/wr"] },
])("the address that a person types in $path while the one before is stored stays", async (saving) => {
  const page = await openPage();
  const stored = Promise.withResolvers<void>();
  const enqueue = page.queue.enqueue.bind(page.queue);
  page.queue.enqueue = async (...entry) => {
    await stored.promise;
    return enqueue(...entry);
  };
  await page.show(saving.screen, saving.path);
  const [first, next] = saving.addresses;
  await fill("Address or words", first);
  await submit();
  await fill("Address or words", next);
  stored.resolve();
  await act(settled);
  expect((await page.queue.contents()).waiting).toMatchObject([{ intent: { body: { url: first } } }]);
  expect(textBox("Address or words").value).toBe(next);
});
