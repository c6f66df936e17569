import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleName } from "../../bundles.ts";
import type { Statement } from "../../policies/policies.ts";
import type { Callers } from "../access/callers.ts";
import type { EgressSettings } from "../egress/egress-map.ts";
import type { PageSourceKind } from "../options.ts";
import type { Assembly } from "../template/assembly.ts";
import { REGION } from "../template/identities.ts";
import { logGroupOf } from "../template/log-group.ts";
import type { Template } from "../template/template.ts";
import type { EnvironmentPool } from "./environment-pool.ts";
import type { ExecutionEnvironment } from "./execution-environment.ts";
import { LocalFunction } from "./local-function.ts";

export interface FunctionsOptions {
  readonly template: Template;
  readonly assembly: Assembly;
  readonly pool: EnvironmentPool<ExecutionEnvironment>;
  readonly callers: Callers;
  readonly statements: ReadonlyMap<string, readonly Statement[]>;
  readonly awsOrigin: string;
  readonly timeScale: number;
  /** The site's public address, with its scheme. */
  readonly siteUrl: string;
  readonly pageSource: PageSourceKind;
  readonly chromiumPath: string;
  readonly egress: EgressSettings | undefined;
  /** Folder of the bundles that are rebuilt on changes; undefined without changes. The others are the synthesized ones. */
  readonly rebuilt: string | undefined;
  readonly log: (functionName: string, line: string) => void;
  readonly invoked?: (functionName: string, ok: boolean, durationMs: number) => void;
}

export function readFunctions(options: FunctionsOptions): Map<string, LocalFunction> {
  const functions = new Map<string, LocalFunction>();
  const replaced = {
    WAIT_SCALE: String(options.timeScale),
    SITE_URL: options.siteUrl,
    PAGE_SOURCE: options.pageSource,
    CHROMIUM_PATH: options.chromiumPath,
  };
  for (const { ref: name, attributes, properties } of options.template.ofType("AWS::Lambda::Function")) {
    const arn = String(attributes.Arn);
    const role = String(properties.Role);
    const environment = (properties.Environment as { Variables?: Record<string, string> } | undefined)?.Variables ?? {};
    const timeoutSeconds = Number(properties.Timeout ?? 3);
    const memoryMegabytes = Number(properties.MemorySize ?? 128);
    const credentials = options.callers.function(name, role, options.statements.get(role) ?? []);
    functions.set(
      arn,
      new LocalFunction(
        {
          name,
          arn,
          role,
          handler: String(properties.Handler),
          timeoutSeconds,
          memoryMegabytes,
          logGroup: logGroupOf(properties, name),
          environment: {
            ...environment,
            ...Object.fromEntries(Object.entries(replaced).filter(([variable]) => variable in environment)),
            AWS_REGION: REGION,
            AWS_DEFAULT_REGION: REGION,
            AWS_ACCESS_KEY_ID: credentials.accessKeyId,
            AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
            AWS_LAMBDA_FUNCTION_NAME: name,
            AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
            AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
            AWS_ENDPOINT_URL_DYNAMODB: options.awsOrigin,
            AWS_ENDPOINT_URL_LAMBDA: options.awsOrigin,
            AWS_ENDPOINT_URL_SQS: options.awsOrigin,
            AWS_ENDPOINT_URL_S3: options.awsOrigin,
            AWS_ENDPOINT_URL_CLOUDWATCH: options.awsOrigin,
            AWS_ENDPOINT_URL_SECRETS_MANAGER: options.awsOrigin,
            AWS_ENDPOINT_URL_SESV2: options.awsOrigin,
            AWS_EC2_METADATA_DISABLED: "true",
            TMPDIR: options.assembly.temporary,
            TZ: ":UTC",
            // A new thread takes two thirds of the CPU time. Bundles rebuilt on changes are compiled once.
            ...(options.rebuilt === undefined ? { NODE_COMPILE_CACHE: options.assembly.compileCache } : {}),
          },
          script: pathToFileURL(options.assembly.threadScript),
          module: () => pathToFileURL(codeFile(properties, options)).href,
          egress: options.egress,
          log: (line) => options.log(name, line),
          invoked: (ok, durationMs) => options.invoked?.(name, ok, durationMs),
        },
        options.pool,
      ),
    );
  }
  return functions;
}

/** The module of a function, rebuilt from the source that its description names, or synthesized. */
function codeFile(properties: Readonly<Record<string, unknown>>, { assembly, rebuilt }: FunctionsOptions): string {
  const name = "index.mjs";
  const changed = rebuilt && join(rebuilt, bundleName(String(properties.Description)), name);
  if (changed !== undefined && existsSync(changed)) return changed;
  return join(assembly.codeFolder(String((properties.Code as { S3Key: string }).S3Key)), name);
}
