import { relative } from "node:path";
import { buildExtension } from "../lib/extension/build-extension.ts";
import { guardTerminal } from "../lib/terminal.ts";

guardTerminal();

for (const zip of await buildExtension()) console.log(relative(process.cwd(), zip));
