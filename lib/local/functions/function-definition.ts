import type { EgressSettings } from "../egress/egress-map.ts";

export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  readonly role: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly logGroup: string;
  /** Its complete process environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The script of its threads: `function-thread.ts`, or its bundle. */
  readonly script: URL;
  /** Returns the file URL of its module; called for every new thread, so that a rebuilt bundle is used. */
  readonly module: () => string;
  readonly egress: EgressSettings | undefined;
  /** Receives the function's log, a line at a time. */
  readonly log: (line: string) => void;
  /** Receives the end of each invocation, and its duration in milliseconds. */
  readonly invoked?: (ok: boolean, durationMs: number) => void;
}
