// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { CheckSettings } from "../../../console/settings/check-settings.tsx";
import { select, settled } from "../dom/acts.ts";
import { AnsweringApi } from "../dom/answering-api.ts";
import { openPage } from "../dom/page.ts";
import { selectBox, texts } from "../dom/shown.ts";

it("the pace of the checks is the API's, which a choice changes, and a refused one does not", async () => {
  let pace = "monthly";
  const api = new AnsweringApi();
  api.answer("GET /v1/page-checks", () => ({ pace }));
  api.answer("PUT /v1/page-checks", ({ body }) => {
    ({ pace } = body as { pace: string });
    return { pace };
  });
  const page = await openPage([], api);
  await page.show(CheckSettings, "settings");
  await act(settled);
  const label = "Check whether they still exist";
  expect([texts("h2"), selectBox(label).value]).toEqual([["Saved pages"], "monthly"]);
  await select(label, "never");
  await act(settled);
  expect([pace, selectBox(label).value]).toEqual(["never", "never"]);
  api.refuse("PUT /v1/page-checks", "internal_error");
  await select(label, "monthly");
  await act(settled);
  expect([pace, selectBox(label).value]).toEqual(["never", "never"]);
});
