import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

/** Methods that parse text. */
const METHODS = new Set("exec indexOf lastIndexOf match matchAll parse replace replaceAll segment split".split(" "));
const CLASSES = new Set(["RegExp", "TextDecoder", "URL", "URLSearchParams"]);

function takesTextsApart(node: ts.Node): boolean {
  if (ts.isRegularExpressionLiteral(node)) return true;
  if (ts.isNewExpression(node)) return CLASSES.has(node.expression.getText());
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    METHODS.has(node.expression.name.text) &&
    !/^(?:Date|z)\.parse$/.test(node.expression.getText())
  );
}

function has(node: ts.Node, test: (inner: ts.Node) => boolean): boolean {
  return test(node) || (ts.forEachChild(node, (child) => has(child, test) || undefined) ?? false);
}

/** The files that parse text: by a regular expression, a search, a parser or an address. */
export function readingFiles(): readonly string[] {
  return globSync(["lambdas/**/*.ts", "client/**/*.ts", "lib/cli/**/*.ts"], { cwd: ROOT })
    .filter((path) => !path.endsWith(".d.ts") && !path.startsWith("client/dist/"))
    .filter((path) => {
      const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
      return has(source, takesTextsApart);
    })
    .sort();
}
