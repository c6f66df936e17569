import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type * as z from "zod/mini";
import type { MagpieClient } from "../../../client/magpie-client.ts";
import type { Scope } from "../../../lambdas/shared/http/route.ts";

export interface ToolContext {
  readonly client: MagpieClient;
  /** Identifies the sign-in, also after renewals: a save that is repeated within it is recognized. */
  readonly session: string;
  /** For every request of the call: aborted when the agent cancels the call. */
  readonly options: { readonly signal: AbortSignal };
}

export interface Told {
  /** Magpie's own text, without any text of a page. */
  readonly text: string;
  /** Texts by others, which are marked as such; null if there are none. */
  readonly data: string | null;
}

type Arguments = z.ZodMiniObject<z.core.$ZodLooseShape>;

interface DescribedTool<Input extends Arguments> {
  readonly name: string;
  readonly title: string;
  /** For the language model that chooses among tools. */
  readonly description: string;
  /** The schema of the arguments: for fields of the API, that of the route. */
  readonly input: Input;
  /** Other names under which agents send an argument. */
  readonly otherNames?: Readonly<Record<string, keyof z.output<Input> & string>>;
  /** The least scope that the tool's requests need. */
  readonly scope: Scope;
  readonly annotations: Required<Omit<ToolAnnotations, "title">>;
  /** @throws CliError, ApiProblem, NetworkFailure */
  call(args: z.output<Input>, context: ToolContext): Promise<Told>;
}

export type Tool = DescribedTool<Arguments>;

export function tool<Input extends Arguments>(described: DescribedTool<Input>): Tool {
  return described as unknown as Tool;
}

/** The hints of a tool that only reads what Magpie has stored. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Items as data: one a line, as JSON without what is null. */
export function jsonLines(items: readonly object[]): string {
  return items.map((item) => JSON.stringify(item, (_, value) => value ?? undefined)).join("\n");
}

/** The beginning of a text, at most so many UTF-16 code units; null for an empty one. */
export function beginning(text: string | null, most: number): string | null {
  if (text === null || text.length <= most) return text || null;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}
