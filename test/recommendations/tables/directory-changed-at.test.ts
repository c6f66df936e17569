import { expect, it } from "vitest";
import { DirectoryTable } from "../../../lambdas/recommendations/tables/directory-table.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { at } from "../../emulators/test-clock.ts";

dynamoOfEachTest();

const CREATED_AT = "2026-11-20T03:00:00.000Z";
const UPDATED_AT = "2026-11-20T04:00:00.000Z";

it("the directory has the time of the list's last change; an announcement is not a change", async () => {
  const moment = (name: string, minutes: number) => ({ id: derivedId(name), at: at(minutes * 60_000) });
  const a = { id: derivedId("a"), url: "https://a.example/", createdAt: CREATED_AT, updatedAt: null };
  const directory = new DirectoryTable(dynamo.client, "recommendations");
  const seen: (string | null)[] = [];
  for (const act of [
    () => directory.add(a, moment("add", 1)),
    () => directory.announce(a, moment("announce", 2)),
    () => directory.edit(a, { url: a.url, updatedAt: CREATED_AT }, moment("edit", 3)),
    () => directory.touch(a, UPDATED_AT),
    () => directory.remove(a.id, moment("remove", 5)),
  ]) {
    await act();
    seen.push((await directory.read()).changedAt);
  }
  const [added, edited, removed] = [1, 3, 5].map((minutes) => moment("", minutes).at.toISOString());
  expect(seen).toEqual([added, added, edited, UPDATED_AT, removed]);
});
