import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { FAULT_FEATURES } from "../faults/every-feature.ts";
import { startEntry } from "../faults/feature.ts";
import { ROOT, synthesized } from "../infra/synthesized.ts";
import { KEPT_OF_PEOPLE, QUEUES_WITH_PEOPLE, WITHOUT_PEOPLE } from "./kept-of-people.ts";

capturedLog();

type Item = Readonly<Record<string, unknown>>;

/** Whether a value names the user, alone or as a part of a key. */
function namesUser(value: unknown): boolean {
  if (typeof value === "string") return /(?:^|#)(?:alice|bob)(?:$|#)/.test(value);
  if (value instanceof Set) return [...value].some(namesUser);
  if (typeof value !== "object" || value === null) return false;
  // A site of the matrix has a name of a person as its title.
  return Object.entries(value).some(([name, part]) => name !== "title" && namesUser(part));
}

it("knows every table", () => {
  const tables = synthesized("prod")
    .some("AWS::DynamoDB::Table")
    .map(([, { Properties }]) => String(Properties.TableName).replace(/^prod-/, ""));
  const known = new Set([...KEPT_OF_PEOPLE.map(({ table }) => table), ...WITHOUT_PEOPLE]);
  expect([...known].toSorted()).toEqual(tables.toSorted());
});

// Each entry of the fault matrix runs once: every operation, consumer and schedule there is.
it("knows every kind of items and every queue that names a user", async () => {
  const unknown = new Set<string>();
  const queues = new Set<string>();
  for (const feature of FAULT_FEATURES) {
    for (const entry of feature.entries) {
      const dynamo = await startDynamo();
      try {
        const world = await startEntry(feature, entry, dynamo);
        await entry.act(world);
        for (const { name, accepted } of world.system.queues) {
          if (accepted.some((text) => namesUser(JSON.parse(text)))) queues.add(name);
        }
        for (const table of world.tables) {
          const { Items = [] } = await dynamo.client.send(new ScanCommand({ TableName: table }));
          for (const item of Items.filter(namesUser)) {
            if (!isKnown(table, item)) unknown.add(`${table}: ${Object.keys(item).toSorted()}`);
          }
        }
      } finally {
        await dynamo.close();
      }
    }
  }
  expect([...unknown]).toEqual([]);
  expect([...queues].toSorted()).toEqual(QUEUES_WITH_PEOPLE);
});

function isKnown(table: string, item: Item): boolean {
  return KEPT_OF_PEOPLE.some((kept) => kept.table === table && kept.holds(item));
}

it("is the table of docs/people.md", () => {
  const page = readFileSync(join(ROOT, "docs/people.md"), "utf8");
  const rows = page.split("\n").filter((line) => /^\| `\w+` /.test(line));
  const cells = rows.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.replaceAll("`", "").trim()),
  );
  expect(cells).toEqual(
    KEPT_OF_PEOPLE.map(({ table, what, exported, deleted, moved }) => [table, what, exported, deleted, moved]),
  );
});
