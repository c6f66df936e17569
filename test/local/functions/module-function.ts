import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { EnvironmentPool } from "../../../lib/local/functions/environment-pool.ts";
import type { FunctionDefinition } from "../../../lib/local/functions/function-definition.ts";
import { LocalFunction } from "../../../lib/local/functions/local-function.ts";
import { arn } from "../../../lib/local/template/identities.ts";
import { THREAD_SOURCE } from "../../../lib/local/template/thread-script.ts";

/**
 * A local function that runs a module of the test, in environments of its own; `close` it at the end.
 *
 * @param source JavaScript that exports `handler`
 * @param folder where the module is written
 * @param changes of its definition
 */
export function moduleFunction(
  name: string,
  source: string,
  folder: string,
  changes: Partial<FunctionDefinition> = {},
): LocalFunction {
  const module = join(folder, `${name}.mjs`);
  writeFileSync(module, source);
  return new LocalFunction(
    {
      name,
      arn: arn("lambda", `function:${name}`),
      role: `arn:aws:iam::000000000000:role/${name}`,
      handler: "index.handler",
      timeoutSeconds: 10,
      memoryMegabytes: 128,
      logGroup: "/aws/lambda/local-runs",
      environment: {},
      script: THREAD_SOURCE,
      module: () => pathToFileURL(module).href,
      egress: undefined,
      log: () => undefined,
      ...changes,
    },
    new EnvironmentPool(),
  );
}
