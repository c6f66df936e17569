import { parseArgs } from "node:util";
import { dataFolderOf } from "../lib/local/options.ts";
import { TokenIssuer } from "../lib/local/token-issuer.ts";

const { values } = parseArgs({
  options: {
    sub: { type: "string" },
    group: { type: "string", multiple: true, default: [] },
    "expires-in": { type: "string", default: "3600" },
  },
});
const expiresInSeconds = Number(values["expires-in"]);
if (!values.sub || !Number.isInteger(expiresInSeconds)) {
  console.error("usage: npm run -s token -- --sub alice [--group admin] [--expires-in 3600]");
  process.exit(2);
}

const issuer = await TokenIssuer.open(dataFolderOf(process.env));
console.log(await issuer.sign({ sub: values.sub, groups: values.group, expiresInSeconds }));
