import type { ConverseCommandOutput } from "@aws-sdk/client-bedrock-runtime";
import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import * as z from "zod/mini";
import { boundedHttp2Calls, CALL_LIMITS } from "../../shared/aws-client.ts";
import { beginning, singleLine } from "../../shared/plain-text.ts";
import type { PageContent } from "../readers/page-content.ts";
import { prompt, TOOL, toolInput } from "./bedrock-prompt.ts";
import type { Summariser, Summary } from "./summariser.ts";
import { SummaryFailure } from "./summariser.ts";

const MAX_SUMMARY = 1_000;
const MAX_TAGS = 5;
const MAX_TAG = 50;

/** Milliseconds for one page: both attempts of the client and the whole answer. */
const TIMEOUT_MS = CALL_LIMITS.bedrock.attempts * CALL_LIMITS.bedrock.attemptMs;

/**
 * The container's one Bedrock client, which speaks HTTP/2. The summariser's deadline bounds each of its calls.
 *
 * @param region where the model, or the inference profile, is called
 */
export function bedrockClient(region: string): BedrockRuntimeClient {
  return new BedrockRuntimeClient({ region, ...boundedHttp2Calls(CALL_LIMITS.bedrock) });
}

/**
 * Sums up pages by a model on Amazon Bedrock, through Converse. A page without text is not worth a call: its own
 * description stands for the summary.
 *
 * Failures that pass: `llm_throttled`, `llm_unavailable`, `llm_timeout`, `llm_not_permitted` (the model is not there for
 * this account or role, until an operator has mended that), `llm_output_invalid`. For good: `llm_refused`.
 *
 * @param options.model id of a foundation model, or id or ARN of an inference profile
 * @param options.timeoutMs default 30,000
 */
export function bedrockSummariser(options: {
  readonly client: BedrockRuntimeClient;
  readonly model: string;
  readonly timeoutMs?: number;
}): Summariser {
  const { client, model, timeoutMs = TIMEOUT_MS } = options;
  return {
    async summarise(page) {
      if (page.text.trim() === "") return { summary: page.description, tags: [], by: "extractive" };
      return { ...summaryOf(await converse(client, model, page, timeoutMs)), by: `bedrock/${model}` };
    },
  };
}

async function converse(
  client: BedrockRuntimeClient,
  model: string,
  page: PageContent,
  timeoutMs: number,
): Promise<ConverseCommandOutput> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await client.send(new ConverseCommand({ modelId: model, ...prompt(page) }), { abortSignal: deadline });
  } catch (error) {
    throw failureOf(error, deadline.aborted);
  }
}

/** What exceptions mean whose status says something else. */
const EXCEPTIONS = new Map([
  ["ModelNotReadyException", "llm_unavailable"],
  ["ServiceQuotaExceededException", "llm_throttled"],
  // Mostly a setting that does not fit the model: an inference profile is needed, or tool use is not offered.
  ["ValidationException", "llm_not_permitted"],
]);

/** What statuses mean; any other is `llm_unavailable`. */
const STATUSES = new Map([
  // Not JSON. An answer whose connection broke in its middle looks the same: the client takes the break for the end.
  [200, "llm_output_invalid"],
  [401, "llm_not_permitted"],
  [403, "llm_not_permitted"],
  [404, "llm_not_permitted"],
  [408, "llm_timeout"],
  [429, "llm_throttled"],
]);

function failureOf(error: unknown, deadlinePassed: boolean): unknown {
  if (!(error instanceof Error)) return error;
  if (!("$metadata" in error)) {
    // The client's own end, by the deadline; or nothing was sent, which is no fault of Bedrock's.
    return deadlinePassed ? new SummaryFailure("llm_timeout", true, { cause: error }) : error;
  }
  const { httpStatusCode: status } = error.$metadata as { httpStatusCode?: number };
  const code = EXCEPTIONS.get(error.name) ?? STATUSES.get(status ?? 0) ?? "llm_unavailable";
  return new SummaryFailure(code, true, { cause: error });
}

/** Reads what the model has recorded; whatever else it said is left aside. */
function summaryOf({ stopReason, output }: ConverseCommandOutput): Omit<Summary, "by"> {
  if (stopReason === "content_filtered" || stopReason === "guardrail_intervened") {
    throw new SummaryFailure("llm_refused", false, { cause: stopReason });
  }
  // A tool's input that was cut off may parse all the same.
  if (stopReason === "max_tokens") throw new SummaryFailure("llm_output_invalid", true, { cause: stopReason });
  const use = output?.message?.content?.find((block) => block.toolUse?.name === TOOL)?.toolUse;
  const recorded = z.safeParse(toolInput, use?.input);
  if (!recorded.success) throw new SummaryFailure("llm_output_invalid", true, { cause: recorded.error });
  const summary = beginning(singleLine(recorded.data.summary), MAX_SUMMARY);
  if (summary === "") throw new SummaryFailure("llm_output_invalid", true, { cause: "empty" });
  return { summary, tags: cleanTags(recorded.data.tags) };
}

/** Tags as they are kept. One that is too long is no tag, and cutting it makes no better one. */
function cleanTags(raw: readonly string[]): string[] {
  const clean = raw
    .map((tag) => singleLine(tag.replace(/^[\s#]+/u, "")).toLowerCase())
    .filter((tag) => tag !== "" && Array.from(tag).length <= MAX_TAG);
  return [...new Set(clean)].slice(0, MAX_TAGS);
}
