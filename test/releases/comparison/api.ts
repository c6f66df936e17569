import type { Release } from "../release.ts";
import type { Defined, Schema } from "./schema.ts";
import { lostFields, unreadable } from "./schema.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that clients get.
type Json = any;

const NEXT_MAJOR = "Keep it until the next major version, and say in CHANGELOG.md what replaces it.";

/** What programs written for the last release's API would miss: routes, parameters, fields, error codes. */
export function apiBreaks(old: Release["openapi"], now: Release["openapi"]): readonly string[] {
  return Object.entries<Json>(old.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const kept = now.paths[path]?.[method];
      if (kept === undefined) return [`${name} is removed. ${NEXT_MAJOR}`];
      const compared = new Operations(old, now, name);
      return [
        ...compared.parameters(operation.parameters, kept.parameters),
        ...compared.bodies(operation.requestBody, kept.requestBody),
        ...compared.answers(operation.responses, kept.responses),
      ];
    }),
  );
}

/** One operation in both documents. */
class Operations {
  readonly #old: Json;
  readonly #now: Json;
  readonly #name: string;

  constructor(old: Json, now: Json, name: string) {
    this.#old = old;
    this.#now = now;
    this.#name = name;
  }

  parameters(old: readonly Json[], now: readonly Json[]): readonly string[] {
    const isAmong = (all: readonly Json[], { name, in: where }: Json) =>
      all.find((one) => one.name === name && one.in === where);
    const missing = old.flatMap((parameter) => {
      const kept = isAmong(now, parameter);
      const what = `${this.#name}: parameter ${parameter.name}`;
      if (kept === undefined) return [`${what} is removed. ${NEXT_MAJOR}`];
      const reasons = unreadable(this.#before(parameter.schema), this.#after(kept.schema), { takesNewValues: false });
      return [
        ...(kept.required && !parameter.required ? [`${what} is required now. Give it a default.`] : []),
        ...reasons.map((reason) => `${what}: ${reason}. Accept what the last release accepts.`),
      ];
    });
    const required = now.filter((parameter) => parameter.required && isAmong(old, parameter) === undefined);
    return [
      ...missing,
      ...required.map(({ name }) => `${this.#name}: parameter ${name} is new and required. Make it optional.`),
    ];
  }

  bodies(old: Json, now: Json): readonly string[] {
    if (old === undefined) return now?.required ? [`${this.#name} needs a body, and did not. Make it optional.`] : [];
    return Object.entries<Json>(old.content).flatMap(([type, { schema }]) => {
      const kept = now?.content[type];
      if (kept === undefined) return [`${this.#name} takes no ${type} any more. ${NEXT_MAJOR}`];
      const [before, after] = [this.#before(schema), this.#after(kept.schema)];
      return [
        ...unreadable(before, after, { takesNewValues: false }).map(
          (reason) => `${this.#name}: its body: ${reason}. Accept what the last release accepts.`,
        ),
        ...lostFields(before, after).map((field) => `${this.#name}: its body loses ${field.slice(1)}. ${NEXT_MAJOR}`),
      ];
    });
  }

  answers(old: Json, now: Json): readonly string[] {
    return Object.entries<Json>(old).flatMap(([status, answer]) => {
      const before = resolved(this.#old, answer);
      const after = now[status] && resolved(this.#now, now[status]);
      if (Number(status) >= 400) return this.#codes(status, before, after);
      if (after === undefined) return [`${this.#name} answers no ${status} any more. ${NEXT_MAJOR}`];
      return this.#fields(status, before, after);
    });
  }

  #fields(status: string, before: Json, after: Json): readonly string[] {
    return Object.entries<Json>(before.content ?? {}).flatMap(([type, { schema }]) => {
      const kept = after.content?.[type];
      if (kept === undefined) return [`${this.#name}: its ${status} is no ${type} any more. ${NEXT_MAJOR}`];
      const [old, now] = [this.#before(schema), this.#after(kept.schema)];
      return [
        ...unreadable(now, old, { takesNewValues: true }).map(
          (reason) => `${this.#name}: its ${status}: ${reason}. ${NEXT_MAJOR}`,
        ),
        ...lostFields(old, now).map((field) => `${this.#name}: its ${status} loses ${field.slice(1)}. ${NEXT_MAJOR}`),
      ];
    });
  }

  #codes(status: string, before: Json, after: Json): readonly string[] {
    const kept = codesOf(after);
    return codesOf(before)
      .filter((code) => !kept.includes(code))
      .map((code) => `${this.#name}: its ${status} has the error code ${code} no more. ${NEXT_MAJOR}`);
  }

  #before(schema: Schema): Defined {
    return { schema, resolve: (reference) => at(this.#old, reference) };
  }

  #after(schema: Schema): Defined {
    return { schema, resolve: (reference) => at(this.#now, reference) };
  }
}

/** The error codes of a rejection. */
function codesOf(rejection: Json): readonly string[] {
  return rejection?.content?.["application/problem+json"]?.schema.properties.code.enum ?? [];
}

function resolved(document: Json, part: Json): Json {
  return part.$ref === undefined ? part : at(document, part.$ref);
}

/** The part of a document that a reference names, e.g. `#/components/schemas/Stock`. */
function at(document: Json, reference: string): Json {
  return reference
    .slice(2)
    .split("/")
    .reduce((part, name) => part[name], document);
}
