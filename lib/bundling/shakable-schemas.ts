import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";

/** The schemas of one client of the SDK. */
const SCHEMAS = /[\\/]@aws-sdk[\\/][^\\/]+[\\/]dist-es[\\/](?:[^\\/]+[\\/])*schemas[\\/]schemas_\d+\.js$/;

/** Where a client's package declares its commands, from the folder of its schemas. */
const COMMANDS = "../../dist-types/commands";

/** `n0_registry.registerError(NoSuchKey$, NoSuchKey);`; the base class of a client's errors has a registry of its own. */
const REGISTRATION = /^n0_registry\.registerError\((\w+)\$, (\w+)\);\n/gm;
/** `export var GetObject$ = [9, ...];` */
const OPERATION = /^export var (\w+)\$ = (\[9, [^;]*\]);$/gm;
const THROWN = /@throws \{@link (\w+)\}/g;

/** Registers errors when an operation's schema is built, and returns the schema. */
const THROWING = `function throwing(operation, ...errors) {
    for (const [schema, error] of errors) n0_registry.registerError(schema, error);
    return operation;
}
`;

/** The shakable source by the schemas' path: every bundle has the same clients, and all are built in one process. */
const sources = new Map<string, Promise<string>>();

/**
 * Lets esbuild leave out the schemas of the operations that a bundle does not call, and of the errors that no operation in
 * the bundle throws: three quarters of the client of S3. The build fails for schemas of another form, as a new version may
 * have.
 *
 * The schemas are objects whose keys are constants (`{ [_hE]: 400 }`), and esbuild keeps each object with a computed key,
 * since computing a key could have an effect. With the constants' texts as keys the objects are plain.
 *
 * The SDK registers each error of a service while the schemas are loaded, so that esbuild keeps all of their schemas and
 * classes. Here the schema of an operation registers the errors that the operation throws, and nothing else refers to them.
 * An error that the service does not declare for the operation is thrown as the client's base class with the error's own
 * name, as the SDK does for every error that it does not know.
 */
export const shakableSchemas: Plugin = {
  name: "shakable schemas",
  setup({ onLoad }) {
    onLoad({ filter: SCHEMAS }, async ({ path }) => {
      const source = sources.get(path) ?? shakable(path);
      sources.set(path, source);
      return { contents: await source };
    });
  },
};

async function shakable(path: string): Promise<string> {
  return withErrorsOfOperations(withPlainKeys(await readFile(path, "utf8")), join(path, "..", COMMANDS));
}

function withPlainKeys(source: string): string {
  const texts = new Map([...source.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm)].map(([, name, text]) => [name, text]));
  return source.replace(/\[(_\w+)\]:/g, (key, name: string) => {
    const text = texts.get(name);
    return text === undefined ? key : `${text}:`;
  });
}

/** @param commands the folder with the declarations of the client's commands, whose comments name the errors */
async function withErrorsOfOperations(source: string, commands: string): Promise<string> {
  const registered = new Map([...source.matchAll(REGISTRATION)].map(([, schema = "", error = ""]) => [error, schema]));
  const operations = [...source.matchAll(OPERATION)].map(([, operation = ""]) => operation);
  if (registered.size === 0 || operations.length === 0)
    throw new Error(`No errors or no operations beside ${commands}`);
  const thrown = new Map(
    await Promise.all(
      operations.map(async (operation) => {
        const declared = await readFile(join(commands, `${operation}Command.d.ts`), "utf8");
        const errors = [...declared.matchAll(THROWN)].map(([, error = ""]) => error);
        if (errors.length === 0) throw new Error(`No errors of ${operation} in ${commands}`);
        const pairs = [...new Set(errors)].flatMap((error) => {
          const schema = registered.get(error);
          return schema === undefined ? [] : [`[${schema}$, ${error}]`];
        });
        return [operation, pairs] as const;
      }),
    ),
  );
  return source
    .replace(REGISTRATION, "")
    .replace(OPERATION, (_declaration, operation: string, schema: string) => {
      const call = [schema, ...(thrown.get(operation) ?? [])].join(", ");
      return `export var ${operation}$ = /* @__PURE__ */ throwing(${call});`;
    })
    .concat(THROWING);
}
