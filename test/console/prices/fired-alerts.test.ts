import { expect, it } from "vitest";
import type { Notice } from "../../../client/index.ts";
import { firedAlerts } from "../../../console/prices/product/fired-alerts.ts";

const notice = (fields: Partial<Notice>): Notice => ({
  id: "n",
  kind: "price",
  title: "Camera: ¥900, a",
  body: "",
  url: "https://a.example/1",
  created_at: "2026-11-20T03:00:00.000Z",
  ...fields,
});

it("an alert has fired for the offers that its product's notices name, each at its newest one", () => {
  const first = notice({
    title: "Camera: 2 offers from ¥900",
    body: "¥900: a\nhttps://a.example/1\n950 yen: b\nhttps://a.example/2",
    created_at: "2026-11-19T03:00:00.000Z",
  });
  const { latest, byAddress } = firedAlerts([notice({}), first], "Camera");
  expect(latest).toEqual({ title: "¥900, a", url: "https://a.example/1", at: "2026-11-20T03:00:00.000Z" });
  expect([byAddress.get("https://a.example/1"), byAddress.get("https://a.example/2")]).toEqual([
    "2026-11-20T03:00:00.000Z",
    "2026-11-19T03:00:00.000Z",
  ]);
});

it.each([
  ["another product's", { title: "Lens: ¥900, a" }],
  ["about something else", { kind: "search_failing" }],
] as const)("a notice that is %s is none of it", (_, fields) => {
  expect(firedAlerts([notice(fields)], "Camera").latest).toBeNull();
});
