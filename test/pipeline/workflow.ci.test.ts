import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type * as WorkflowParser from "@actions/workflow-parser";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import cdkJson from "../../cdk.json" with { type: "json" };
import clientPackageJson from "../../client/package.json" with { type: "json" };
import packageJson from "../../package.json" with { type: "json" };
import { magpie } from "../cli/command-line.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = ".github/workflows";
const textOf = (name: string) => readFileSync(join(ROOT, FOLDER, name), "utf8");
const text = textOf("deploy.yml");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string | boolean | number>>;
}

interface Job {
  readonly if?: string;
  readonly uses?: string;
  readonly environment?: string;
  readonly concurrency?: string;
  readonly permissions: Readonly<Record<string, string>>;
  /** Absent of a job that is another workflow. */
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflow = parse(text) as Workflow;
const jobs = Object.entries(workflow.jobs);
const stepsOf = ({ jobs: all }: Workflow) => Object.values(all).flatMap(({ steps: of = [] }) => of);
const steps = stepsOf(workflow);
const commands = [...new Set(steps.flatMap(({ run = "" }) => run.split("\n").filter(Boolean)))];
const runsOf = (name: string) => workflow.jobs[name]?.steps?.flatMap(({ run }) => run ?? []) ?? [];

/** What GitHub's own parser says against a workflow. */
async function errorsOf(content: string): Promise<string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await parser;
  const { context, value } = parseWorkflow({ name: `${FOLDER}/deploy.yml`, content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

/** Bundled, since it imports JSON without the attribute that Node requires. */
async function bundledParser(): Promise<typeof WorkflowParser> {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "@actions/workflow-parser";', resolveDir: ROOT },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    // One of its packages is CommonJS.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("file:///");' },
  });
  const source = outputFiles[0]?.text ?? "";
  return import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);
}
const parser = bundledParser();

describe.each(readdirSync(join(ROOT, FOLDER)))("the workflow %s", (name) => {
  const content = textOf(name);
  const all = parse(content) as Workflow;

  it("is one that GitHub understands, expressions included", async () => {
    expect(await errorsOf(content)).toEqual([]);
  });

  it("pins every action by its commit, with the version beside it, and permits nothing by default", () => {
    const uses = [...content.matchAll(/- uses: (.*)/g)].map(([, used = ""]) => used);
    for (const used of uses) expect(used).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(all.permissions).toEqual({});
  });

  it("starts only other workflows and scripts of npm that exist", () => {
    const called = Object.values(all.jobs).flatMap(({ uses = [] }) => uses);
    expect(called.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const scripts = stepsOf(all).flatMap(({ run = "" }) => /^npm run -s (\S+)/.exec(run)?.[1] ?? []);
    expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([]);
  });
});

describe("the release", () => {
  const { checks, publish } = (parse(textOf("release.yml")) as Workflow).jobs;
  const runs = publish?.steps?.flatMap(({ run = "" }) => run) ?? [];

  it("needs every check, and proves by its own token where the client's package comes from", () => {
    expect(checks?.uses).toBe("./.github/workflows/checks.yml");
    expect(publish).toMatchObject({ needs: "checks", environment: "release" });
    expect(publish?.permissions).toEqual({ contents: "write", "id-token": "write" });
    expect(runs).toContain("npm publish --workspace client --provenance");
    const { repository } = packageJson;
    expect(clientPackageJson.repository.url).toBe(`git+https://github.com/${repository.replace("github:", "")}.git`);
  });

  it("has the version's chapter of the changelog as its notes", () => {
    const [command = ""] = runs.filter((run) => run.startsWith("awk"));
    const env = { ...process.env, GITHUB_REF_NAME: `v${packageJson.version}` };
    const notes = execFileSync("sh", ["-c", command.replace("> notes.md", "")], { cwd: ROOT, env }).toString();
    expect(notes).toMatch(new RegExp(`^## ${packageJson.version}\\b`));
    expect(notes.match(/^## /gm)).toHaveLength(1);
  });
});

describe("the workflow of deployments", () => {
  it("would be refused with a wrong word", async () => {
    for (const [right, wrong] of [
      ["runs-on:", "run-on:"],
      ["vars.AWS_REGION != ''", "var.AWS_REGION != ''"],
      ["needs: plan", "needs: plans"],
      ["contents: read", "contents: all"],
    ] as const) {
      expect(await errorsOf(text.replace(right, wrong)), wrong).not.toEqual([]);
    }
  });

  it("permits the token of a role only in environments", () => {
    for (const [name, { permissions, environment, uses, steps = [] }] of jobs) {
      const needsRole = steps.some((step) => step.uses?.startsWith("aws-actions/"));
      expect({ name, permissions }).toEqual({
        name,
        permissions: {
          ...(uses || steps.some((step) => step.uses?.startsWith("actions/checkout@")) ? { contents: "read" } : {}),
          ...(needsRole ? { "id-token": "write" } : {}),
        },
      });
      if (needsRole) expect(environment, name).toMatch(/^(prod|try)$/);
    }
  });

  it("knows no secret, keeps no token beside the code, and shows no environment", () => {
    expect(text).not.toMatch(/secrets\.|\bprintenv\b|set -x|::add-mask|\benv\b/);
    expect(commands.join("\n")).not.toMatch(/\$\{\{|token/i);
    const checkouts = steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
    for (const checkout of checkouts) expect(checkout.with).toEqual({ "persist-credentials": false });
  });

  it("tries a pull request only of this repository, and destroys its stage whatever fails", () => {
    const { try: trial, deploy, plan } = workflow.jobs;
    expect(trial?.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
    for (const job of [deploy, plan]) expect(job?.environment).toBe("prod");
    expect(plan?.if).toContain("github.event_name == 'push'");
    expect(trial?.steps?.filter((step) => step.if === "always()").map(({ run }) => run)).toEqual([
      "npm run -s empty-buckets -- --stage try",
      "npx cdk destroy --all -c stage=try --force",
    ]);
    expect(trial?.steps?.slice(-2).every((step) => step.if === "always()")).toBe(true);
    expect(cdkJson.context.stages.try.keepData).toBe(false);
    expect([trial?.concurrency, deploy?.concurrency]).toEqual(["try", "deploy-prod"]);
  });

  it("asks a person only where what holds data changes, and uses each stage that it has deployed", () => {
    expect(workflow.jobs.approve).toMatchObject({
      if: "needs.plan.outputs.stateful == 'true'",
      environment: "prod-data",
    });
    const doctor = "npm run -s magpie -- doctor --stage prod --live";
    for (const [name, after] of [
      ["deploy", [doctor, "npm run -s magpie -- smoke --stage prod"]],
      ["try", ["npm run -s magpie -- smoke --stage try"]],
    ] as const) {
      const runs = runsOf(name);
      const deployed = runs.findLastIndex((run) => run.startsWith("npx cdk deploy --all"));
      expect(runs.slice(deployed + 1, deployed + 1 + after.length)).toEqual(after);
    }
  });
});

it("rolls no first deployment back, and every other one", () => {
  const deploying = workflow.jobs.deploy?.steps?.filter(({ run }) => run?.startsWith("npx cdk deploy --all"));
  expect(deploying?.map((step) => [step.if, step.run?.endsWith(" --no-rollback")])).toEqual([
    ["needs.plan.outputs.first == 'true'", true],
    ["needs.plan.outputs.first != 'true'", false],
  ]);
});

describe("every command", () => {
  /** The options of a command of the CDK's command line, by its own help. */
  const cdkHelp = new Map<string, string>();
  beforeAll(() => {
    for (const command of commands) {
      const [, verb = ""] = /^npx cdk (\w+)/.exec(command) ?? [];
      if (verb === "" || cdkHelp.has(verb)) continue;
      cdkHelp.set(verb, execFileSync(join(ROOT, "node_modules/.bin/cdk"), [verb, "--help"]).toString());
    }
  });

  it.each(commands)("%s exists, with its options", async (command) => {
    const [program, first = "", ...rest] = command.split(" ");
    const options = rest.filter((word) => word.startsWith("-"));
    if (command.startsWith("npx cdk ")) {
      const help = cdkHelp.get(rest[0] ?? "") ?? "";
      expect(help).toMatch(new RegExp(`^cdk ${rest[0]}`));
      for (const option of options) expect(help).toMatch(new RegExp(`(?<=^|[ ,])${option}(?![\\w-])`, "m"));
      const [, stage] = /stage=(\w+)/.exec(command) ?? [];
      expect(Object.keys(cdkJson.context.stages)).toContain(stage);
    } else if (command.startsWith("npm run -s ")) {
      const script = rest[1] ?? "";
      expect(Object.keys(packageJson.scripts)).toContain(script);
      if (script === "magpie") {
        const args = rest
          .slice(3)
          .join(" ")
          .replace(/ --stage \w+/, "")
          .split(" ");
        expect((await magpie("/nowhere", [...args, "--help"])).code).toBe(0);
      } else {
        const source = readFileSync(join(ROOT, `bin/${script}.ts`), "utf8");
        expect(rest.slice(2, 4)).toEqual(["--", "--stage"]);
        expect(source).toContain('stage: { type: "string"');
      }
    } else if (program === "bash") {
      expect(existsSync(join(ROOT, first))).toBe(true);
    } else {
      expect(command).toMatch(/^(npm ci --no-audit --no-fund|echo "[^"$`]*")$/);
    }
  });
});

describe("the role", () => {
  interface Statement {
    readonly Action: string | readonly string[];
    readonly Resource: unknown;
  }
  const tags = ["Ref", "Sub", "GetAtt", "Equals"].map((name) => ({
    tag: `!${name}`,
    resolve: (value: string) => value,
  }));
  const lists = ["Equals", "Sub"].map((name) => ({
    tag: `!${name}`,
    collection: "seq" as const,
    resolve: (value: unknown) => value,
  }));
  const { Parameters, Resources } = parse(readFileSync(join(ROOT, ".github/aws-role.yml"), "utf8"), {
    customTags: [...tags, ...lists],
    logLevel: "silent",
  }) as {
    readonly Parameters: { readonly Qualifier: object };
    readonly Resources: {
      readonly Role: {
        readonly Properties: {
          readonly AssumeRolePolicyDocument: { readonly Statement: readonly { readonly Condition: object }[] };
          readonly Policies: readonly {
            readonly PolicyName: string;
            readonly PolicyDocument: { readonly Statement: readonly Statement[] };
          }[];
        };
      };
    };
  };
  const { Policies, AssumeRolePolicyDocument } = Resources.Role.Properties;
  const actionsOf = (name: string) =>
    Policies.filter(({ PolicyName }) => PolicyName === name)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement.flatMap(({ Action }) => Action))
      .sort();

  /** IAM's names of services whose package has another. */
  const PREFIX: Readonly<Record<string, string>> = {
    "cognito-identity-provider": "cognito-idp",
    sesv2: "ses",
    "secrets-manager": "secretsmanager",
    "cloudwatch-logs": "logs",
  };
  /** Calls whose permission has another name, and one that needs none. */
  const ACTION: Readonly<Record<string, string | null>> = {
    "cognito-idp:InitiateAuth": null,
    "s3:ListObjectVersions": "s3:ListBucketVersions",
    "s3:DeleteObjects": "s3:DeleteObject",
    "apigatewayv2:GetRoutes": "apigateway:GET",
    "apigatewayv2:GetStage": "apigateway:GET",
  };

  /** The actions of all calls in some files. */
  function called(pattern: string): string[] {
    const files = globSync(pattern, { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), "utf8"));
    const actions = files.flatMap((source) =>
      [...source.matchAll(/import \{([^}]*)\} from "@aws-sdk\/client-([\w-]+)"/g)].flatMap(
        ([, names = "", service = ""]) =>
          [...names.matchAll(/\b(\w+)Command\b|\bpaginate(\w+)/g)].map(
            ([, command, page]) => `${PREFIX[service] ?? service}:${command ?? page}`,
          ),
      ),
    );
    return [...new Set(actions.flatMap((action) => (action in ACTION ? (ACTION[action] ?? []) : [action])))];
  }

  it("may be assumed by one environment of one repository", () => {
    expect(AssumeRolePolicyDocument.Statement.map(({ Condition }) => Condition)).toEqual([
      {
        StringEquals: {
          "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own.
          "token.actions.githubusercontent.com:sub": "repo:${Repository}:environment:${Environment}",
        },
      },
    ]);
  });

  it("may change what the named bootstrap may change, which has no default: its roles reach every stack that uses it", () => {
    const [deploy] = Policies.filter(({ PolicyName }) => PolicyName === "deploy");
    expect(deploy?.PolicyDocument.Statement).toEqual([
      {
        Effect: "Allow",
        Action: "sts:AssumeRole",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own.
        Resource: "arn:${AWS::Partition}:iam::${AWS::AccountId}:role/cdk-${Qualifier}-*",
      },
    ]);
    expect(Parameters.Qualifier).not.toHaveProperty("Default");
  });

  it("may do what doctor, smoke and the scripts do, and nothing else", () => {
    const plan = called("bin/stateful-changes.ts");
    const doctor = [...new Set([...called("lib/cli/doctor/**/*.ts"), ...plan, "lambda:InvokeFunction"])].sort();
    expect(actionsOf("doctor")).toEqual(doctor);
    expect(actionsOf("smoke")).toEqual([...called("lib/cli/smoke/*.ts")].sort());
    const emptying = called("lib/pipeline/empty-buckets.ts").filter((action) => !doctor.includes(action));
    expect(actionsOf("empty-buckets")).toEqual([...emptying, "s3:DeleteObjectVersion"].sort());
    expect(actionsOf("deploy")).toEqual(["sts:AssumeRole"]);
  });
});
