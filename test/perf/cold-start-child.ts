import { once } from "node:events";
import { pathToFileURL } from "node:url";

/** Wall time and the process's CPU time, in milliseconds. */
export interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

/** The measurements of a fresh process. */
export interface ColdStart {
  readonly importing: Spent;
  readonly firstRequest: Spent;
  /** Of one request, by the median of those that follow; absent when none does. */
  readonly laterRequest?: Spent;
}

/** What the child sends when it has done all. */
export interface Invoked {
  readonly measured: ColdStart;
  /** One of each event. */
  readonly answers: readonly unknown[];
}

/** The child's question after the import, which the parent answers when it has limited the child's CPU, or has not. */
export const IMPORTED = "imported";

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

if (import.meta.main) await measure();

async function measure(): Promise<void> {
  const [bundle = "", memory = "", ...events] = process.argv.slice(2);
  const context = {
    awsRequestId: "invocation-1",
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: "$LATEST",
    invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:measured",
    memoryLimitInMB: memory,
    getRemainingTimeInMillis: () => 60_000,
  };
  const [first, ...later] = events.map((event): unknown => JSON.parse(event));

  const [importing, { handler }] = await spent(
    async () => (await import(pathToFileURL(bundle).href)) as { handler: Handler },
  );
  process.send?.(IMPORTED);
  await once(process, "message");
  const [firstRequest, answer] = await spent(() => handler(first, context));
  const answers = [answer];
  const requests: Spent[] = [];
  for (const event of later) {
    const [request, next] = await spent(() => handler(event, context));
    requests.push(request);
    answers.push(next);
  }
  // Only the second half: the first one still compiles.
  const warm = requests.slice(requests.length / 2);
  const measured: ColdStart = {
    importing,
    firstRequest,
    ...(warm.length === 0 ? {} : { laterRequest: { wall: middle(warm, "wall"), cpu: mean(warm) } }),
  };
  process.send?.({ measured, answers } satisfies Invoked, () => process.exit());
}

async function spent<T>(work: () => Promise<T>): Promise<readonly [Spent, T]> {
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return [{ wall: performance.now() - wall, cpu: (user + system) / 1_000 }, result];
}

function middle(samples: readonly Spent[], of: keyof Spent): number {
  const sorted = samples.map((sample) => sample[of]).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The kernel counts CPU time in steps, so that a single request's may be too coarse. */
function mean(samples: readonly Spent[]): number {
  return samples.reduce((sum, { cpu }) => sum + cpu, 0) / samples.length;
}
