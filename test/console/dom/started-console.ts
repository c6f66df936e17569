import { h } from "preact";
import { useMemo } from "preact/hooks";
import { begin } from "../../../console/frame/begin.ts";
import { Console } from "../../../console/frame/console.tsx";

/** The console as its main module starts it. */
export function StartedConsole() {
  return h(Console, { begun: useMemo(begin, []) });
}
