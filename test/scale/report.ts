import { table } from "../infra/guides/cost.ts";
import type { Deployed } from "./deployed.ts";
import type { Course, SimulatedHours, SimulatedResult } from "./hours.ts";
import { HOUR, simulateHours } from "./hours.ts";
import type { AccountSettings } from "./limits.ts";
import { limits } from "./limits.ts";
import { month } from "./month.ts";
import { SIZES } from "./sizes.ts";

/** The tables of docs/scale.md, by their names there. */
export type Report = Readonly<Record<"month" | "busy" | "turned" | "away" | "limits" | "turns", string>>;

/** Simulates every size. @param written writes of an operation in docs/scale.md, by its first words */
export function report(stage: Deployed, settings: AccountSettings, written: (row: string) => number): Report {
  const usual: Course = { hours: 1, atMost: 24, waitsInQueue: true, accountConcurrency: settings.accountConcurrency };
  const busy = SIZES.map((size) => simulateHours(size, stage, usual));
  const waitingInside = SIZES.map((size) => simulateHours(size, stage, { ...usual, waitsInQueue: false }));
  const away = { ...usual, hours: 3, away: [HOUR, 2 * HOUR] } as const;
  const names = SIZES.map(({ users }) => whole(users));
  const months = SIZES.map((size, index) => month(size, stage, written, busy[index]?.secondsPerPage ?? 0));
  const monthRow = (what: string, of: (each: (typeof months)[number]) => string) => [what, ...months.map(of)];
  return {
    month: table(
      ["A month", ...names.map((name) => `${name} ${name === "1" ? "user" : "users"}`)],
      [
        monthRow("Requests", ({ requests }) => short(requests)),
        monthRow("Write units", ({ writeUnits }) => short(writeUnits)),
        monthRow("Read units", ({ readUnits }) => short(readUnits)),
        monthRow("Dollars, beside an idle stage", ({ dollars }) => rounded(dollars)),
        monthRow("Dollars for signing in", ({ signIn }) => rounded(signIn)),
      ],
    ),
    busy: hoursTable(names, busy),
    turned: hoursTable(names.slice(-1), [simulateHours(largest(), turned(stage), usual)]),
    away: awayTable(
      names,
      SIZES.map((size) => simulateHours(size, size === largest() ? turned(stage) : stage, away)),
    ),
    limits: limitsTable(names, stage, settings),
    turns: table(
      [
        "Users",
        "Pages",
        "Seconds of the function for a page",
        "If all waits were in the function",
        "Most functions at once",
      ],
      SIZES.map((_, index) => [
        names[index] ?? "",
        whole(busy[index]?.pages ?? 0),
        (busy[index]?.secondsPerPage ?? 0).toFixed(1),
        (waitingInside[index]?.secondsPerPage ?? 0).toFixed(1),
        String(busy[index]?.mostFunctions),
      ]),
    ),
  };
}

/** The limits, those that the largest size uses most first. */
function limitsTable(names: readonly string[], stage: Deployed, settings: AccountSettings): string {
  const bySize = SIZES.map((size) => limits(size, stage, settings));
  const last = bySize.at(-1) ?? [];
  const inOrder = last.toSorted((one, other) => other.used - one.used);
  return table(
    ["Limit", ...names, "What to turn"],
    inOrder.map(({ what, turn }) => [
      what,
      ...bySize.map((found) => percent(found.find((each) => each.what === what)?.used ?? 0)),
      turn,
    ]),
  );
}

/** `workerConcurrency` at which the largest size's decks and bookmarks use less than four fifths of their workers. */
const TURNED = 24;

function turned({ queues, ...others }: Deployed): Deployed {
  const raised = Object.entries(queues).map(([name, numbers]) => {
    const isSetting = name === "oembed-fetch" || name === "bookmark-processing";
    return [name, isSetting ? { ...numbers, maxConcurrency: TURNED } : numbers] as const;
  });
  return { ...others, queues: Object.fromEntries(raised) };
}

function largest() {
  const size = SIZES.at(-1);
  if (size === undefined) throw new Error("There is no size");
  return size;
}

const HOURS_HEAD = ["Users", "Queue", "Messages", "Median", "Longest", "Left after the hour", "Drained after"];

function hoursTable(names: readonly string[], hours: readonly SimulatedHours[]): string {
  return table(
    HOURS_HEAD,
    rowsOf(names, hours, (each) => [time(each.median), time(each.longest), whole(each.backlog), drained(each)]),
  );
}

function awayTable(names: readonly string[], hours: readonly SimulatedHours[]): string {
  return table(
    ["Users", "Queue", "Messages", "Given up", "Longest", "Left after three hours", "Drained after"],
    rowsOf(names, hours, (each) => [whole(each.givenUp), time(each.longest), whole(each.backlog), drained(each)]),
  );
}

function rowsOf(
  names: readonly string[],
  hours: readonly SimulatedHours[],
  cells: (result: SimulatedResult) => readonly string[],
): readonly string[][] {
  return hours.flatMap(({ queues }, index) =>
    queues.map((each, place) => [
      place === 0 ? (names[index] ?? "") : "",
      `\`${each.name}\``,
      whole(each.sent),
      ...cells(each),
    ]),
  );
}

function drained({ drained: seconds, backlog }: SimulatedResult): string {
  if (seconds === null) return "not in a day";
  return backlog === 0 ? "at once" : time(seconds);
}

const whole = (value: number) => new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 }).format(value);
const percent = (share: number) => (share < 0.0005 ? "0 %" : `${Number((share * 100).toPrecision(2))} %`);

/** Two digits: the use is an assumption. */
const rounded = (value: number) => new Intl.NumberFormat("en-US").format(Number(value.toPrecision(2)));

function short(value: number): string {
  return value < 1e6 ? rounded(value) : `${rounded(value / 1e6)} M`;
}

function time(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 2 * HOUR ? `${Math.round(seconds / 60)} min` : `${(seconds / HOUR).toFixed(1)} h`;
}
