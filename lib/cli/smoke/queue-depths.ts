import type { QueueDepths } from "../../../client/answers.ts";
import type { CallOptions } from "../../../client/transport.ts";
import type { SmokedSystem } from "./smoked-system.ts";

/** The depths of one queue. @throws Error when the API does not list it */
export async function queueDepths(
  name: string,
  { client }: Pick<SmokedSystem, "client">,
  options?: CallOptions,
): Promise<QueueDepths> {
  const depths = (await client.queues.list(options)).find((queue) => queue.name === name);
  if (depths === undefined) throw new Error(`The API lists no queue ${name}`);
  return depths;
}

/** The content of a queue, in words. */
export async function backlog(name: string, system: Pick<SmokedSystem, "client">): Promise<string> {
  const { depth, in_flight } = await queueDepths(name, system);
  return `in ${name} are ${depth} messages that nobody has taken, and ${in_flight} in flight`;
}
