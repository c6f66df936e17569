import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { capturedLog } from "../emulators/captured-log.ts";
import { table, withTables } from "../infra/guides/cost.ts";
import { synthesized } from "../infra/synthesized.ts";
import type { Import, Imported } from "./import-backlog.ts";
import { simulateImport } from "./import-backlog.ts";

capturedLog();
const RETENTION = synthesized()
  .some("AWS::SQS::Queue")
  .find(([, { Properties }]) => Properties.QueueName.endsWith("-bookmark-processing"))?.[1]
  .Properties.MessageRetentionPeriod;

const whole = (value: number) => Math.round(value).toLocaleString("en");
const time = (seconds: number) =>
  seconds < 120
    ? `${Math.ceil(seconds)} s`
    : seconds < 7_200
      ? `${Math.ceil(seconds / 60)} min`
      : `${(seconds / 3_600).toFixed(1)} h`;

function row({ bookmarks, workers, dead = 0 }: Import, imported: Imported): readonly string[] {
  return [
    whole(bookmarks),
    String(workers),
    `${dead * 100} %`,
    imported.messages.toFixed(2),
    whole(imported.failedUntried),
    time(imported.longestOther),
    time(imported.longestLost),
    time(imported.ends),
  ];
}

it("imports wait for their turn, and docs/scale.md has the figures", async () => {
  const imports = [5_000, 50_000].flatMap((bookmarks) =>
    [2, 10].flatMap((workers) => [0, 0.5].map((dead) => ({ bookmarks, workers, dead, lost: 0.005 }))),
  );
  const rows: (readonly string[])[] = [];
  for (const one of imports) {
    const imported = await simulateImport(one);
    rows.push(row(one, imported));
    expect(imported.failedUntried, JSON.stringify(one)).toBe(0);
    expect(imported.messages, JSON.stringify(one)).toBeLessThanOrEqual(1.1);
    expect(imported.longestOther, JSON.stringify(one)).toBeLessThan(300);
    expect(imported.ends, JSON.stringify(one)).toBeLessThan(RETENTION);
    expect(imported.longestLost, JSON.stringify(one)).toBeLessThan(3_600);
  }
  const head = [
    "Bookmarks",
    "Workers",
    "Dead sites",
    "Messages for each",
    "Failed untried",
    "Others wait at most",
    "Lost ones wait at most",
    "All done after",
  ];
  const path = join(import.meta.dirname, "../../docs/scale.md");
  const written = withTables(readFileSync(path, "utf8"), { imports: table(head, rows) });
  await expect(written).toMatchFileSnapshot(path);
}, 300_000);
