import type { CloudWatchLogsClient, MetricFilter } from "@aws-sdk/client-cloudwatch-logs";
import {
  FilterLogEventsCommand,
  paginateDescribeMetricFilters,
  TestMetricFilterCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import type { Finding } from "../check.ts";
import { fail, ok, skipped } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { lineWith, ownLogLine } from "./log-line.ts";
import { matchingFields } from "./matching-fields.ts";

/** How far back log lines are searched. */
const RECENT_MS = 3 * 86_400_000;
/** FilterLogEvents may return an empty page that is not the last one. */
const MAX_PAGES = 5;
const MAX_LINES = 20;
/** Log groups requested concurrently: CloudWatch Logs throttles requests. */
const AT_ONCE = 3;

/** The lines that a filter's pattern matches. `real`: a line that was written; `form`: a line of the same form. */
type Proof = "real" | "form" | "own" | "none";

/**
 * Whether each metric filter matches the lines of its log group, by CloudWatch's own TestMetricFilter. For a code without a
 * recent line, another line of the group is used with that code; for a group without lines, a line in the form of the
 * project's log.
 */
export async function checkMetricFilters(stage: DeployedStage, now: Date): Promise<Finding> {
  const open = [...(await stage.listResources("AWS::Logs::LogGroup"))];
  const proofs = new Map<string, Proof>();
  const worker = async () => {
    for (let group = open.shift(); group !== undefined; group = open.shift()) {
      for (const [filter, proof] of await new LogGroup(stage.clients.logs, group, now).proveFilters()) {
        proofs.set(filter, proof);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return finding(proofs);
}

function finding(proofs: ReadonlyMap<string, Proof>) {
  const having = (proof: Proof) => [...proofs].filter(([, each]) => each === proof).map(([name]) => name);
  if (proofs.size === 0)
    return skipped("The stack has no metric filter.", "Deploy a version that has alarms on log lines.");
  const none = having("none");
  if (none.length > 0) {
    return fail(
      `${none.length} of ${proofs.size} metric filters match no line of their log: ${none.join(", ")}.`,
      "The alarms on them stay silent. Compare a line in the log group with the filter's pattern; its fields must stand at the top of the JSON.",
    );
  }
  const guessed = having("own").length;
  return ok(
    `All ${proofs.size} metric filters match: ${having("real").length} a line that was written lately, ${having("form").length} one of the same form${guessed === 0 ? "" : `, ${guessed} the form that is expected of those that have written nothing lately`}.`,
  );
}

class LogGroup {
  readonly #logs: CloudWatchLogsClient;
  readonly #name: string;
  readonly #now: Date;
  readonly #lines = new Map<string, Promise<readonly string[]>>();

  constructor(logs: CloudWatchLogsClient, name: string, now: Date) {
    this.#logs = logs;
    this.#name = name;
    this.#now = now;
  }

  async proveFilters(): Promise<[filter: string, proof: Proof][]> {
    const proofs: [string, Proof][] = [];
    const pages = paginateDescribeMetricFilters({ client: this.#logs }, { logGroupName: this.#name });
    for await (const { metricFilters = [] } of pages) {
      for (const filter of metricFilters) {
        const metric = filter.metricTransformations?.[0]?.metricName ?? filter.filterName ?? "";
        proofs.push([`${metric} of ${this.#name.replace("/aws/lambda/", "")}`, await this.#prove(filter)]);
      }
    }
    return proofs;
  }

  async #prove({ filterPattern = "" }: MetricFilter): Promise<Proof> {
    const fields = matchingFields(filterPattern);
    const code = fields?.get("message");
    const written = typeof code === "string" ? await this.#readRecent(`"${code}"`) : [];
    if (await this.#matches(filterPattern, written)) return "real";
    if (fields === undefined) return "none";
    const examples = [...written, ...(await this.#readRecent(undefined))].flatMap(
      (line) => lineWith(line, fields) ?? [],
    );
    if (examples.length === 0) {
      return (await this.#matches(filterPattern, [ownLogLine(fields, this.#now)])) ? "own" : "none";
    }
    return (await this.#matches(filterPattern, examples)) ? "form" : "none";
  }

  /** CloudWatch's own result. */
  async #matches(filterPattern: string, lines: readonly string[]): Promise<boolean> {
    if (lines.length === 0) return false;
    const { matches = [] } = await this.#logs.send(
      new TestMetricFilterCommand({ filterPattern, logEventMessages: lines.slice(0, MAX_LINES) }),
    );
    return matches.length > 0;
  }

  /** Lines of the last days. @param term a text that the lines contain, at any depth */
  #readRecent(term: string | undefined): Promise<readonly string[]> {
    const key = term ?? "";
    const lines = this.#lines.get(key) ?? this.#filterLines(term);
    this.#lines.set(key, lines);
    return lines;
  }

  async #filterLines(term: string | undefined): Promise<readonly string[]> {
    const lines: string[] = [];
    let nextToken: string | undefined;
    for (let page = 0; page < MAX_PAGES && lines.length === 0; page += 1) {
      const answer = await this.#logs.send(
        new FilterLogEventsCommand({
          logGroupName: this.#name,
          startTime: this.#now.getTime() - RECENT_MS,
          limit: MAX_LINES,
          ...(term === undefined ? {} : { filterPattern: term }),
          ...(nextToken === undefined ? {} : { nextToken }),
        }),
      );
      for (const { message } of answer.events ?? []) if (message !== undefined) lines.push(message);
      nextToken = answer.nextToken;
      if (nextToken === undefined) break;
    }
    return lines;
  }
}
