import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** The schemas of one client of the SDK. */
const SCHEMAS = /[\\/]@aws-sdk[\\/][^\\/]+[\\/]dist-es[\\/](?:[^\\/]+[\\/])*schemas[\\/]schemas_\d+\.js$/;

/**
 * Lets esbuild leave out the schemas of the operations that a bundle does not call: three quarters of the client of S3. The
 * schemas are objects whose keys are constants (`{ [_hE]: 400 }`), and esbuild keeps each object with a computed key, since
 * computing a key could have an effect. With the constants' texts as keys the objects are plain.
 */
export const shakableSchemas: Plugin = {
  name: "shakable schemas",
  setup({ onLoad }) {
    onLoad({ filter: SCHEMAS }, async ({ path }) => ({ contents: withPlainKeys(await readFile(path, "utf8")) }));
  },
};

function withPlainKeys(source: string): string {
  const texts = new Map([...source.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm)].map(([, name, text]) => [name, text]));
  return source.replace(/\[(_\w+)\]:/g, (key, name: string) => {
    const text = texts.get(name);
    return text === undefined ? key : `${text}:`;
  });
}
