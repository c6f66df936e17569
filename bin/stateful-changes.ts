import { appendFileSync, readFileSync } from "node:fs";
import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import { commandArguments } from "../lib/cli/command-arguments.ts";
import type { ComparedTemplate } from "../lib/pipeline/stateful-changes.ts";
import { isFirstDeployment, statefulChanges } from "../lib/pipeline/stateful-changes.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

const USAGE = "npm run -s stateful-changes -- [--stage prod], after npx cdk diff or npx cdk synth";

const { stage } = commandArguments({ stage: { type: "string", default: "prod" } }, USAGE);
const stack = `magpie-${stage}`;
const cloudFormation = new CloudFormationClient();
const status = await stackStatus();
const deployed = isFirstDeployment(status) ? { Resources: {} } : await deployedTemplate();
const changes = statefulChanges(deployed, synthesizedTemplate());
console.log(changes.length === 0 ? "Nothing that holds data changes." : changes.join("\n"));
const { GITHUB_OUTPUT: output } = process.env;
if (output) appendFileSync(output, `stateful=${changes.length > 0}\nfirst=${isFirstDeployment(status)}\n`);

function synthesizedTemplate(): ComparedTemplate {
  return JSON.parse(readFileSync(`cdk.out/${stack}.template.json`, "utf8")) as ComparedTemplate;
}

async function deployedTemplate(): Promise<ComparedTemplate> {
  const { TemplateBody = "{}" } = await cloudFormation.send(new GetTemplateCommand({ StackName: stack }));
  return JSON.parse(TemplateBody) as ComparedTemplate;
}

/** Undefined when there is no such stack. */
async function stackStatus(): Promise<string | undefined> {
  try {
    const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stack }));
    return Stacks?.[0]?.StackStatus;
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return undefined;
    throw error;
  }
}
