import { appendFileSync, readFileSync } from "node:fs";
import { CloudFormationClient, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import { commandArguments } from "../lib/cli/command-arguments.ts";
import type { ComparedTemplate } from "../lib/pipeline/stateful-changes.ts";
import { statefulChanges } from "../lib/pipeline/stateful-changes.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

const USAGE = "npm run -s stateful-changes -- [--stage prod], after npx cdk diff or npx cdk synth";

const { stage } = commandArguments({ stage: { type: "string", default: "prod" } }, USAGE);
const stack = `magpie-${stage}`;
const changes = statefulChanges(await deployedTemplate(), synthesizedTemplate());
console.log(changes.length === 0 ? "Nothing that holds data changes." : changes.join("\n"));
const { GITHUB_OUTPUT: output } = process.env;
if (output) appendFileSync(output, `stateful=${changes.length > 0}\n`);

function synthesizedTemplate(): ComparedTemplate {
  return JSON.parse(readFileSync(`cdk.out/${stack}.template.json`, "utf8")) as ComparedTemplate;
}

/** Without resources when there is no such stack: a first deployment changes nothing. */
async function deployedTemplate(): Promise<ComparedTemplate> {
  try {
    const { TemplateBody = "{}" } = await new CloudFormationClient().send(new GetTemplateCommand({ StackName: stack }));
    return JSON.parse(TemplateBody) as ComparedTemplate;
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return { Resources: {} };
    throw error;
  }
}
