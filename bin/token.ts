import { SCOPES } from "../lambdas/shared/http/route.ts";
import { commandArguments } from "../lib/cli/command-arguments.ts";
import { TokenIssuer } from "../lib/local/gateway/token-issuer.ts";
import { dataFolderOf } from "../lib/local/options.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

const USAGE = "npm run -s token -- --sub alice [--group admin] [--scope full] [--expires-in 3600]";

const values = commandArguments(
  {
    sub: { type: "string" },
    group: { type: "string", multiple: true, default: [] },
    scope: { type: "string", default: "full" },
    "expires-in": { type: "string", default: "3600" },
  },
  USAGE,
);
const expiresInSeconds = Number(values["expires-in"]);
const scope = SCOPES.find((name) => name === values.scope);
if (!values.sub || !Number.isInteger(expiresInSeconds) || scope === undefined) {
  console.error(`usage: ${USAGE}`);
  process.exit(2);
}

const folder = dataFolderOf(process.env);
const issuer = await TokenIssuer.open(folder).catch((error: unknown) => {
  console.error(`magpie: The data folder ${folder} can't be used: ${error instanceof Error ? error.message : error}.`);
  process.exit(1);
});
console.log(await issuer.sign({ sub: values.sub, groups: values.group, expiresInSeconds, scope }));
