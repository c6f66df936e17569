import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { ROOT } from "../synthesized.ts";

/**
 * The value of a constant of the sources, which need not be exported.
 *
 * @param path of its file in the project
 * @param name of the constant, or of a numeric property in the file, e.g. `totalMs`
 * @throws Error where the file has no such number, so that a constant can't be renamed without its relations
 */
export function constant(path: string, name: string): number {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true);
  return computed(initializer(source, name), source);
}

function initializer(source: ts.SourceFile, name: string): ts.Expression {
  const found: ts.Expression[] = [];
  function visit(node: ts.Node): void {
    const isNamed = (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && node.name.getText() === name;
    if (isNamed && node.initializer !== undefined) found.push(node.initializer);
    ts.forEachChild(node, visit);
  }
  visit(source);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${source.fileName} has ${found.length} of ${name}`);
  return only;
}

function computed(expression: ts.Expression, source: ts.SourceFile): number {
  if (ts.isNumericLiteral(expression)) return Number(expression.text);
  if (ts.isParenthesizedExpression(expression)) return computed(expression.expression, source);
  if (ts.isIdentifier(expression)) return constant(origin(expression.text, source), expression.text);
  if (ts.isBinaryExpression(expression)) {
    const left = computed(expression.left, source);
    const right = computed(expression.right, source);
    const { kind } = expression.operatorToken;
    if (kind === ts.SyntaxKind.AsteriskToken) return left * right;
    if (kind === ts.SyntaxKind.PlusToken) return left + right;
    if (kind === ts.SyntaxKind.SlashToken) return left / right;
  }
  throw new Error(`${source.fileName}: ${expression.getText()} is no number`);
}

/** The file that declares a name: this one, or the one that it is imported from. */
function origin(name: string, source: ts.SourceFile): string {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { namedBindings } = statement.importClause ?? {};
    if (namedBindings === undefined || !ts.isNamedImports(namedBindings)) continue;
    if (!namedBindings.elements.some((element) => element.name.text === name)) continue;
    return join(dirname(source.fileName), (statement.moduleSpecifier as ts.StringLiteral).text);
  }
  return source.fileName;
}
