import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the stylesheets ask of a device what the script asks: whether it has the space and the pointer for actions as icons", () => {
  const asked = globSync("console/**/*.{css,ts}").flatMap((path) =>
    Array.from(readFileSync(path, "utf8").matchAll(/\(hover: hover\)[^"{]*/g), ([query]) => query.trim()),
  );
  const [ofScript] = /\(hover: hover\)[^"]*/.exec(readFileSync("console/device/action-icons.ts", "utf8")) ?? [];
  expect(asked.length).toBeGreaterThan(1);
  expect(asked).toEqual(asked.map(() => ofScript));
});
