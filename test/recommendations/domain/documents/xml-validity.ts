import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RelaxNGValidator, XmlDocument } from "libxml2-wasm";

/** A parsed document in which a test looks up texts by XPath; the prefix `a` is Atom's namespace. */
export interface ValidDocument {
  texts(path: string): readonly string[];
}

const NAMESPACES = { a: "http://www.w3.org/2005/Atom" };

/** Parses a document as libxml2 does, and validates it. @throws Error that says why it is not well-formed, or not valid */
export function validDocument(text: string, schema: "atom" | "opml"): ValidDocument {
  const document = XmlDocument.fromString(text);
  const rng = XmlDocument.fromString(readFileSync(join(import.meta.dirname, `${schema}.rng`), "utf8"));
  const validator = RelaxNGValidator.fromDoc(rng);
  validator.validate(document);
  return { texts: (path) => document.find(path, NAMESPACES).map(({ content }) => content) };
}
