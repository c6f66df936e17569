import { join } from "node:path";
import ts from "typescript";
import type { Schema } from "./comparison/schema.ts";

/** Makes JSON Schemas of types: of what of a type JSON and DynamoDB can hold. */
export class TypeSchemas {
  readonly #root: string;
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  /** @param files the files of the types, from the root of the project */
  constructor(root: string, files: readonly string[]) {
    this.#root = root;
    const options: ts.CompilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
    };
    const host = ts.createCompilerHost(options);
    // No type of an item is a package's: without them the compiler reads a tenth.
    host.resolveModuleNameLiterals = (literals, containing) =>
      literals.map(({ text }) =>
        text.startsWith(".") ? ts.resolveModuleName(text, containing, options, host) : { resolvedModule: undefined },
      );
    const rootNames = [...new Set(files)].map((file) => join(root, file));
    this.#program = ts.createProgram({ rootNames, options, host });
    this.#checker = this.#program.getTypeChecker();
  }

  /**
   * The schema of an interface or a type of a file, exported or not.
   *
   * @throws Error when the file has none of the name, or a part of it is of a package
   */
  of(file: string, name: string): Schema {
    const source = this.#program.getSourceFile(join(this.#root, file));
    const found = source?.statements.find(
      (one) => (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) && one.name.text === name,
    );
    if (found === undefined) throw new Error(`${file} has no type ${name}.`);
    return this.#schema(this.#checker.getTypeAtLocation(found), name);
  }

  #schema(type: ts.Type, path: string): Schema {
    const is = (flags: ts.TypeFlags) => (type.flags & flags) !== 0;
    if (type.isUnion()) return this.#union(type.types, path);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (is(ts.TypeFlags.BooleanLiteral)) return { const: this.#checker.typeToString(type) === "true" };
    if (is(ts.TypeFlags.StringLike)) return { type: "string" };
    if (is(ts.TypeFlags.NumberLike)) return { type: "number" };
    if (is(ts.TypeFlags.Null)) return { type: "null" };
    if (is(ts.TypeFlags.Unknown)) return {};
    if (is(ts.TypeFlags.NonPrimitive)) return { type: "object" };
    if (is(ts.TypeFlags.Object) || type.isIntersection()) return this.#object(type, path);
    throw new Error(`${path}: nothing is known of the type ${this.#checker.typeToString(type)}.`);
  }

  /** A union; its literals are one list. A union of the two booleans is a boolean. */
  #union(types: readonly ts.Type[], path: string): Schema {
    const schemas = types
      .filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0)
      .map((type) => this.#schema(type, path));
    const literals = schemas.flatMap((schema) => ("const" in schema ? [schema.const] : []));
    const others = schemas.filter((schema) => !("const" in schema));
    const isBoolean = literals.includes(true) && literals.includes(false);
    const values = isBoolean ? literals.filter((value) => typeof value !== "boolean") : literals;
    const variants: Schema[] = [
      ...(isBoolean ? [{ type: "boolean" }] : []),
      ...(values.length === 0 ? [] : [{ enum: values.toSorted() }]),
      ...others,
    ];
    const [only, ...more] = variants;
    return only !== undefined && more.length === 0 ? only : { anyOf: variants };
  }

  #object(type: ts.Type, path: string): Schema {
    const checker = this.#checker;
    if (checker.isTupleType(type)) {
      const elements = checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", prefixItems: elements.map((one, index) => this.#schema(one, `${path}[${index}]`)) };
    }
    const element = checker.isArrayType(type) && checker.getTypeArguments(type as ts.TypeReference)[0];
    if (element) return { type: "array", items: this.#schema(element, `${path}[]`) };
    // A set of DynamoDB, which holds strings.
    if (/^(?:Readonly)?Set</.test(checker.typeToString(type))) return { type: "array", items: { type: "string" } };
    // Bytes: the compiler's own names of their methods differ from one program to the next.
    if (/^Uint8Array\b/.test(checker.typeToString(type))) return { type: "binary" };
    const fields = type.getProperties().map((field) => {
      const of = checker.getTypeOfSymbol(field);
      return {
        name: field.name,
        schema: this.#schema(of, `${path}.${field.name}`),
        isOptional: (field.flags & ts.SymbolFlags.Optional) !== 0,
      };
    });
    const others = checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
    return {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
      ...(others === undefined ? {} : { additionalProperties: this.#schema(others, `${path}.*`) }),
    };
  }
}
