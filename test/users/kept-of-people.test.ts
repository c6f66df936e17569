import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { FAULT_FEATURES } from "../faults/every-feature.ts";
import { startEntry } from "../faults/feature.ts";
import { ROOT, synthesized } from "../infra/synthesized.ts";
import { KEPT_OF_PEOPLE, namesPerson, QUEUES_WITH_PEOPLE, WITHOUT_PEOPLE } from "./kept-of-people.ts";

capturedLog();

it("knows every table", () => {
  const tables = synthesized("prod")
    .some("AWS::DynamoDB::Table")
    .map(([, { Properties }]) => String(Properties.TableName).replace(/^prod-/, ""));
  const known = new Set([...KEPT_OF_PEOPLE.map(({ table }) => table), ...WITHOUT_PEOPLE]);
  const add =
    "Add what each holds of people to KEPT_OF_PEOPLE in test/users/kept-of-people.ts, or it to WITHOUT_PEOPLE";
  expect([...known].toSorted(), add).toEqual(tables.toSorted());
});

// That nothing else names a person is seen in the run of each entry of the fault matrix (test/faults/matrix.ts).
it("knows no queue whose messages name nobody", async () => {
  const saves = FAULT_FEATURES.flatMap((feature) => {
    const entry = feature.entries.find(({ of }) => /^POST \/v1\/(?:bookmarks|stocks)$/.test(of));
    return entry === undefined ? [] : [{ feature, entry }];
  });
  const named: string[] = [];
  for (const { feature, entry } of saves) {
    const dynamo = await startDynamo();
    const world = await startEntry(feature, entry, dynamo);
    await entry.act(world);
    for (const { name, accepted } of world.system.queues) {
      if (accepted.map((text) => JSON.parse(text)).some(namesPerson)) named.push(name);
    }
    await dynamo.close();
  }
  expect(named.toSorted(), "Correct QUEUES_WITH_PEOPLE in test/users/kept-of-people.ts").toEqual(QUEUES_WITH_PEOPLE);
});

it("is the table of docs/people.md", () => {
  const page = readFileSync(join(ROOT, "docs/people.md"), "utf8");
  const rows = page.split("\n").filter((line) => /^\| `\w+` /.test(line));
  const cells = rows.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.replaceAll("`", "").trim()),
  );
  expect(cells, "Make the rows of docs/people.md those of KEPT_OF_PEOPLE in test/users/kept-of-people.ts").toEqual(
    KEPT_OF_PEOPLE.map(({ table, what, exported, deleted, moved }) => [table, what, exported, deleted, moved]),
  );
});
