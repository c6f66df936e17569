import type { ConverseCommandOutput } from "@aws-sdk/client-bedrock-runtime";
import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import * as z from "zod/mini";
import { boundedHttp2Calls, CALL_LIMITS } from "../../shared/aws-client.ts";
import { beginning, singleLine } from "../../shared/plain-text.ts";
import type { PageText } from "../readers/page-content.ts";
import { prompt, TOOL, toolInput } from "./bedrock-prompt.ts";
import type { Summariser, Summary } from "./summariser.ts";
import { SummaryFailure } from "./summariser.ts";

const MAX_SUMMARY = 1_000;
const MAX_TAGS = 5;
const MAX_TAG = 50;

/** Milliseconds for one page: both attempts of the client, complete response included. */
const TIMEOUT_MS = CALL_LIMITS.bedrock.attempts * CALL_LIMITS.bedrock.attemptMs;

/**
 * The container's only Bedrock client, which uses HTTP/2. The summariser's deadline limits each call.
 *
 * @param region the region of the model or inference profile
 */
export function bedrockClient(region: string): BedrockRuntimeClient {
  return new BedrockRuntimeClient({ region, ...boundedHttp2Calls(CALL_LIMITS.bedrock) });
}

/**
 * Summarises pages by a model on Amazon Bedrock, through Converse. For a page without text no call is made: its own
 * description is the summary.
 *
 * Transient failures: `llm_throttled`, `llm_unavailable`, `llm_timeout`, `llm_not_permitted` (this account or role has no
 * access to the model until an operator changes that), `llm_output_invalid`. Permanent: `llm_refused`.
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
  page: PageText,
  timeoutMs: number,
): Promise<ConverseCommandOutput> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await client.send(new ConverseCommand({ modelId: model, ...prompt(page) }), { abortSignal: deadline });
  } catch (error) {
    throw failureOf(error, deadline.aborted);
  }
}

/** The codes of exceptions whose meaning differs from that of their status. */
const EXCEPTIONS = new Map([
  ["ModelNotReadyException", "llm_unavailable"],
  ["ServiceQuotaExceededException", "llm_throttled"],
  // In most cases a setting does not fit the model: it needs an inference profile, or does not support tool use.
  ["ValidationException", "llm_not_permitted"],
]);

/** The codes of statuses; any other status is `llm_unavailable`. */
const STATUSES = new Map([
  // The response was not JSON. A response whose connection broke off looks the same, since the client takes the break as the
  // end.
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
    // Either the deadline aborted the call, or the error happened before a request was sent and is not Bedrock's.
    return deadlinePassed ? new SummaryFailure("llm_timeout", true, { cause: error }) : error;
  }
  const { httpStatusCode: status } = error.$metadata as { httpStatusCode?: number };
  const code = EXCEPTIONS.get(error.name) ?? STATUSES.get(status ?? 0) ?? "llm_unavailable";
  return new SummaryFailure(code, true, { cause: error });
}

/** Reads the tool's input in a response; other content is ignored. */
function summaryOf({ stopReason, output }: ConverseCommandOutput): Omit<Summary, "by"> {
  if (stopReason === "content_filtered" || stopReason === "guardrail_intervened") {
    throw new SummaryFailure("llm_refused", false, { cause: stopReason });
  }
  // The input of a tool may be valid JSON even if it was cut off.
  if (stopReason === "max_tokens") throw new SummaryFailure("llm_output_invalid", true, { cause: stopReason });
  const use = output?.message?.content?.find((block) => block.toolUse?.name === TOOL)?.toolUse;
  const recorded = z.safeParse(toolInput, use?.input);
  if (!recorded.success) throw new SummaryFailure("llm_output_invalid", true, { cause: recorded.error });
  const summary = beginning(singleLine(recorded.data.summary), MAX_SUMMARY);
  if (summary === "") throw new SummaryFailure("llm_output_invalid", true, { cause: "empty" });
  return { summary, tags: cleanTags(recorded.data.tags) };
}

/** The tags as they are stored. A tag that is too long is dropped, since shortening it makes no useful tag. */
function cleanTags(raw: readonly string[]): string[] {
  const clean = raw
    .map((tag) => singleLine(tag.replace(/^[\s#]+/u, "")).toLowerCase())
    .filter((tag) => tag !== "" && Array.from(tag).length <= MAX_TAG);
  return [...new Set(clean)].slice(0, MAX_TAGS);
}
