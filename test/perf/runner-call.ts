import { Agent, request } from "node:http";
import { handler } from "../../lambdas/slides/api.ts";
import { httpEvent, lambdaContext } from "../emulators/http-event.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import type { LoadedRunner } from "./loaded-runner.ts";
import { withLoadedRunner } from "./loaded-runner.ts";
import { withoutLog } from "./without-log.ts";

const ROUNDS = 9;
/** Requests in one sample. */
const REQUESTS = 200;
/** The most that HTTP, the gateway with its authorizer, and the function's thread may add to a call, in milliseconds. */
const MOST_MS = 1.5;
/** A request of a user that the function rejects: it needs no table, whose time would hide the runner's. */
const QUERY = { limit: "none" };
const REJECTED = 400;

/** A request by the local runner, one at a time, compared with a call of the function's handler in this process. */
export function runnerCall(): Promise<readonly Figure[]> {
  return withoutLog(() => withLoadedRunner(1, measured));
}

async function measured({ outputs, users }: LoadedRunner): Promise<readonly Figure[]> {
  // The function is called without its tables.
  for (const name of ["STOCKS_TABLE", "IDEMPOTENCY_KEYS_TABLE", "OEMBED_FETCH_QUEUE_URL"]) process.env[name] ??= name;
  process.env.WAIT_SCALE ??= "1";
  process.env.AWS_REGION ??= "us-east-1";
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${users[0]?.token}` };
  const url = new URL(`/v1/stocks?${new URLSearchParams(QUERY)}`, outputs.api_url);
  const byRunner = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(url, { agent, headers }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode));
      });
      sent.once("error", reject).end();
    });
  const direct = async () =>
    (await handler(httpEvent({ route: "GET /v1/stocks", query: QUERY }), lambdaContext())).statusCode;
  const each = (call: () => Promise<number | undefined>) => async () => {
    const began = performance.now();
    for (let turn = 0; turn < REQUESTS; turn += 1) {
      const status = await call();
      if (status !== REJECTED) throw new Error(`The answer is ${status}.`);
    }
    return (performance.now() - began) / REQUESTS;
  };
  try {
    const times = await interleaved(ROUNDS, { byRunner: each(byRunner), direct: each(direct) });
    return [
      {
        name: "request by the runner, beyond a call of the handler",
        unit: "ms",
        ours: median(times.byRunner) - median(times.direct),
        against: "the limit",
        theirs: MOST_MS,
        aim: 1,
      },
    ];
  } finally {
    agent.destroy();
  }
}

if (import.meta.main) printFigures(await runnerCall());
