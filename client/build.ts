import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import ts from "typescript";

/** The package's entries: `magpie-client`, `magpie-client/browser`, `magpie-client/moving`, `magpie-client/node`. */
const ENTRIES = ["index.ts", "browser/index.ts", "moving/index.ts", "node/index.ts"];
/** The file with types of the server. */
const ANSWERS = "answers.ts";
/** What only checks the client's own calls against the server's types. */
const CHECKS = "route-paths.ts";

const CLIENT = import.meta.dirname;
const DIST = join(CLIENT, "dist");

// Node strips no types under node_modules, so the packed client is JavaScript with declarations beside it.
rmSync(DIST, { recursive: true, force: true });
await writeScripts();
writeDeclarations();
// What npm packs beside the package's files, and shows of it.
copyFileSync(join(CLIENT, "../LICENSE"), join(CLIENT, "LICENSE"));
copyFileSync(join(CLIENT, "../docs/client.md"), join(CLIENT, "README.md"));

/** Shared code is in a file of its own, so that all entries have the same error classes. */
async function writeScripts(): Promise<void> {
  const common = { absWorkingDir: CLIENT, outdir: DIST, bundle: true, format: "esm", logLevel: "warning" } as const;
  await build({
    ...common,
    entryPoints: ENTRIES,
    splitting: true,
    platform: "neutral",
    target: "es2022",
    external: ["node:*"],
    chunkNames: "[name]-[hash]",
  });
}

function writeDeclarations(): void {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(CLIENT, "tsconfig.json"),
    { noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true, rootDir: join(CLIENT, "..") },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => refuse([diagnostic]) },
  );
  if (config === undefined) throw new Error("client/tsconfig.json can't be read.");
  const program = ts.createProgram(config.fileNames, config.options);
  const ours = program.getSourceFiles().filter(isOurs);
  // Only these files: the check of the server's files, whose types they import, would take a quarter of the build.
  refuse(ts.sortAndDeduplicateDiagnostics(ours.flatMap((file) => ts.getPreEmitDiagnostics(program, file))));
  for (const file of ours) {
    const name = relative(CLIENT, file.fileName);
    if (name === CHECKS) continue;
    if (name === ANSWERS) writeOut(file, writtenOut(program, file));
    else program.emit(file, (_name, text) => writeOut(file, text));
  }
}

function isOurs(file: ts.SourceFile): boolean {
  return !relative(CLIENT, file.fileName).startsWith("..") && !file.isDeclarationFile;
}

function writeOut(file: ts.SourceFile, text: string): void {
  const path = join(DIST, relative(CLIENT, file.fileName).replace(/\.ts$/, ".d.ts"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'));
}

/** A file's exported types, written out without names of other files. */
function writtenOut(program: ts.Program, file: ts.SourceFile): string {
  const checker = program.getTypeChecker();
  const { NoTruncation, InTypeAlias, MultilineObjectLiterals, UseStructuralFallback } = ts.TypeFormatFlags;
  const flags = NoTruncation | InTypeAlias | MultilineObjectLiterals | UseStructuralFallback;
  const aliases = file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => {
    const comment = file.text.slice(alias.getFullStart(), alias.getStart()).trim();
    const type = checker.typeToString(checker.getTypeAtLocation(alias), file, flags);
    // The checker prints the lines' indentation, but not their ends.
    const lines = type.replaceAll(/(?<=[{;])(?=( {4})+\S|\})/g, "\n");
    if (/import\(|z\./.test(type)) throw new Error(`${alias.name.text} can't be written out: ${type}`);
    return `${comment}\nexport type ${alias.name.text} = ${lines};\n`;
  });
  return aliases.join("\n");
}

function refuse(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const host = { getCanonicalFileName: String, getCurrentDirectory: () => CLIENT, getNewLine: () => "\n" };
  throw new Error(ts.formatDiagnostics(diagnostics, host));
}
