// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { QueuesView } from "../../../console/operations/queues/queues-view.tsx";
import { useQueueWatch } from "../../../console/operations/queues/use-queue-watch.ts";
import { press, settled } from "../dom/acts.ts";
import { AnsweringApi } from "../dom/answering-api.ts";
import { openPage } from "../dom/page.ts";
import { button, dialog } from "../dom/shown.ts";

const Queues = () => h(QueuesView, { watch: useQueueWatch(true) });
const row = (name: string) =>
  Array.from(document.querySelectorAll("tr")).find((each) => each.querySelector("code")?.textContent === name);

it("follows the redrives of two queues at once", async () => {
  const queue = { depth: 0, in_flight: 0, dlq_depth: 2, oldest_age_seconds: null };
  const names = ["oembed-fetch", "books-collect"];
  const api = new AnsweringApi().answer("GET /v1/ops/queues", { queues: names.map((name) => ({ ...queue, name })) });
  const page = await openPage([], api, true);
  for (const name of names) api.answer(`POST /v1/ops/queues/${name}/redrive`, {});
  await page.show(Queues);
  await act(settled);
  for (const name of names) {
    await press("Redrive", row(name));
    await press("Move back", dialog());
  }
  for (const name of names) expect(row(name)?.querySelector("progress")?.max).toBe(2);
});

it("keeps the button with the focus when nothing is left to move back", async () => {
  const queue = { name: "oembed-fetch", depth: 0, in_flight: 0, dlq_depth: 2, oldest_age_seconds: null };
  const api = new AnsweringApi()
    .answer("GET /v1/ops/queues", { queues: [queue] })
    .answer("POST /v1/ops/queues/oembed-fetch/redrive", {});
  const page = await openPage([], api, true);
  await page.show(Queues);
  await act(settled);
  await press("Redrive", row("oembed-fetch"));
  api.answer("GET /v1/ops/queues", { queues: [{ ...queue, dlq_depth: 0 }] });
  await press("Move back", dialog());
  await act(settled);
  expect(button("Redrive").getAttribute("aria-disabled")).toBe("true");
});
