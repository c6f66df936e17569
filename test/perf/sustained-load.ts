// Ten clients on the local runner for minutes: rates, times, the runner's memory, and how a burst drains. Not a part of
// run.ts, since it takes long: npx node test/perf/sustained-load.ts [--minutes 10] [--burst 5000]
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { commandArguments } from "../../lib/cli/command-arguments.ts";
import { bareSaves } from "./bare-save.ts";
import type { LoadedRunner } from "./loaded-runner.ts";
import { CLIENTS, saveDeck, withLoadedRunner } from "./loaded-runner.ts";
import { MeasuredLoad } from "./measured-load.ts";
import { growthPerMinute, quantile } from "./samples.ts";

const USAGE = "npx node test/perf/sustained-load.ts [--minutes 10] [--burst 5000]";
const MINUTE_MS = 60_000;
/** Of each minute, the milliseconds of saves through the API alone, and of bare saves; the rest is the mixed load. */
const ALONE_MS = 5_000;
const SAMPLE_MS = 2_000;
/** In the first two minutes every function is loaded, and the heaps grow to the size that they need. */
const WARM_UP_MS = 2 * MINUTE_MS;

/** What one kind of load has done. */
interface Done {
  requests: number;
  ms: number;
}

/** All clients work for a while. @returns a promise of the number of requests and of the milliseconds that they took */
async function during(ms: number, work: (client: number) => Promise<unknown>, done: Done): Promise<void> {
  const began = performance.now();
  const client = async (number: number) => {
    while (performance.now() - began < ms) {
      await work(number);
      done.requests += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  done.ms += performance.now() - began;
}

async function sustained(runner: LoadedRunner, minutes: number): Promise<void> {
  const load = new MeasuredLoad(runner);
  const bare = bareSaves(runner);
  const [mixed, api, direct] = Array.from({ length: 3 }, (): Done => ({ requests: 0, ms: 0 })) as [Done, Done, Done];
  const memory: { ms: number; megabytes: number }[] = [];
  const began = performance.now();
  const end = new AbortController();
  const sampling = (async () => {
    while (!end.signal.aborted) {
      memory.push({ ms: performance.now() - began, megabytes: runner.memory().now });
      await pause(SAMPLE_MS);
    }
  })();
  for (let minute = 0; minute < minutes; minute += 1) {
    await during(Math.min(MINUTE_MS, minutes * MINUTE_MS) - 2 * ALONE_MS, (client) => load.next(client), mixed);
    await during(ALONE_MS, (client) => saveDeck(runner, client), api);
    await during(ALONE_MS, bare, direct);
  }
  end.abort();
  await sampling;

  console.log(`mixed load: ${perSecond(mixed)} requests a second, ${mixed.requests} accepted of ${mixed.requests}`);
  const ratio = (api.requests / api.ms / (direct.requests / direct.ms)).toFixed(2);
  console.log(`saves of decks: ${perSecond(api)} a second; the bare emulators' ${perSecond(direct)}; ratio ${ratio}`);
  for (const [operation, times] of [...load.times].sort()) {
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)].map((ms) => ms.toFixed(0));
    console.log(`${operation.padEnd(16)} ${String(times.length).padStart(7)} requests, p50 ${p50} ms, p99 ${p99} ms`);
  }
  const late = memory.filter(({ ms }) => ms >= Math.min(WARM_UP_MS, (minutes * MINUTE_MS) / 2));
  const [first, last] = [late[0]?.megabytes ?? 0, late.at(-1)?.megabytes ?? 0].map((megabytes) => megabytes.toFixed(0));
  const slope = growthPerMinute(late).toFixed(1);
  console.log(`memory after the first two minutes: ${first} MB, at the end ${last} MB, slope ${slope} MB a minute`);
  console.log(`peak ${runner.memory().peak.toFixed(0)} MB`);
}

/** A burst of saves, and how the backlog of fetches drains. */
async function burst(runner: LoadedRunner, saves: number): Promise<void> {
  await runner.drained();
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(0);
  let [left, most] = [saves, 0];
  const backlog = async () => {
    const { body } = await runner.admin.call<{ queues: { depth: number; in_flight: number }[] }>(
      "GET",
      "/v1/ops/queues",
    );
    return body.queues.reduce((sum, { depth, in_flight }) => sum + depth + in_flight, 0);
  };
  const client = async (number: number) => {
    while (left > 0) {
      left -= 1;
      await saveDeck(runner, number);
    }
  };
  const all = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  let isSaved = false;
  all.then(
    () => {
      isSaved = true;
      console.log(`burst: ${saves} saves were accepted in ${seconds()} s`);
    },
    () => undefined,
  );
  for (let depth = 1; !isSaved || depth > 0; ) {
    depth = await backlog();
    most = Math.max(most, depth);
    await pause(SAMPLE_MS / 4);
  }
  await all;
  console.log(`burst: the largest backlog was ${most} messages, and it was drained after ${seconds()} s`);
}

const perSecond = ({ requests, ms }: Done) => (requests / (ms / 1_000)).toFixed(0);

const given = commandArguments(
  { minutes: { type: "string", default: "10" }, burst: { type: "string", default: "5000" } },
  USAGE,
);
await withLoadedRunner(1, async (runner) => {
  await sustained(runner, Number(given.minutes));
  await burst(runner, Number(given.burst));
});
console.log(`load of the machine in the last 15 minutes, this included: ${loadavg()[2]?.toFixed(1)}`);
