import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHANGES_AN_HOUR, USE } from "./sizes.ts";

const written = new Intl.NumberFormat("en-US");

it("docs/scale.md counts places as the console's own interval makes them", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/scale.md"), "utf8");
  expect(text).toContain(`keeps ${USE.places} places a month`);
});

it.each(["scale", "cost"])(
  "docs/%s.md counts the requests for changes as the client's timetable makes them",
  (name) => {
    const text = readFileSync(join(import.meta.dirname, `../../docs/${name}.md`), "utf8");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      `${CHANGES_AN_HOUR} requests for changes an hour, ${written.format(USE.changes)} a month`,
    );
  },
);
