import { ApiProblem, NetworkFailure } from "../../../client/magpie-error.ts";
import { CliError } from "../cli-error.ts";
import type { Account } from "./account.ts";
import type { Tool } from "./tool.ts";

/** A field that was refused; if only a part of its text is wrong, with the position of that part, in characters. */
interface RefusedArgument {
  readonly path: string;
  readonly message: string;
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
}

const AGAIN = "Call again with the same arguments: nothing is saved twice.";

/**
 * The text that an agent gets about a failed call, with a remedy.
 *
 * @param args of the call
 * @returns null for a bug
 */
export function refusal(error: unknown, tool: Tool, args: object, account: Account): string | null {
  if (error instanceof CliError) return error.message;
  if (error instanceof NetworkFailure) return `${error.message}. ${AGAIN} If it lasts, tell the person.`;
  if (!(error instanceof ApiProblem)) return null;
  const { status, code, errors } = error;
  // The gateway's own messages are not sentences.
  const detail = error.detail.replace(/[^.]$/, "$&.");
  if (status === 401) return `The API does not take this login any more. ${account.advice(tool.scope)}`;
  if (code === "insufficient_scope") return lacksScope(tool, account);
  if (status === 429) return `${detail} ${waitText(error.retryAfterSeconds)}`;
  if (status >= 500) return `The API answered ${status}: ${detail} ${AGAIN}`;
  if (code === "invalid_cursor") return `${detail} Give the other arguments as before, or leave out the cursor.`;
  if (status === 404) return `${detail} The tools search and prices show the ids that there are.`;
  return [detail, ...errors.map((each) => argumentText(each, args))].join(" ");
}

/** The text that an agent gets when the login does not allow a tool. */
export function lacksScope({ scope }: Tool, account: Account): string {
  return `This login may not do that: it lacks the scope ${scope}. Nothing was changed. ${account.advice(scope)}`;
}

/** The text that an agent gets about invalid arguments. */
export function wrongArguments(refused: readonly RefusedArgument[], args: object): string {
  return ["The arguments are not valid.", ...refused.map((each) => argumentText(each, args))].join(" ");
}

function argumentText({ path, message, offset, length }: RefusedArgument, args: object): string {
  const text = (args as Readonly<Record<string, unknown>>)[path];
  const where = path === "" ? "" : `${path}: `;
  if (typeof text !== "string" || offset === undefined || length === undefined) return `${where}${message}.`;
  const part = Array.from(text).slice(offset, offset + length);
  return `${where}${message}; wrong is ${JSON.stringify(part.join(""))} at character ${offset + 1}.`;
}

function waitText(seconds: number | null): string {
  return `Wait ${seconds === null ? "a minute" : `${seconds} seconds`}, then call again with the same arguments.`;
}
