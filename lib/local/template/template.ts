import type { Resource } from "./assembly.ts";
import type { Identity, Origins } from "./identities.ts";
import { ACCOUNT, arn, identify, REGION, withLocalAddresses } from "./identities.ts";

const PSEUDO: Readonly<Record<string, string>> = {
  "AWS::AccountId": ACCOUNT,
  "AWS::Region": REGION,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
  "AWS::StackId": arn("cloudformation", "stack/magpie-local/local"),
  "AWS::StackName": "magpie-local",
};

/** One resource with its properties resolved. */
export interface ResolvedResource extends Identity {
  readonly logicalId: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A template with its intrinsic functions resolved against local identities. */
export class Template {
  readonly #resources: Readonly<Record<string, Resource>>;
  readonly #origins: Origins;
  readonly #identities = new Map<string, Identity>();

  constructor(resources: Readonly<Record<string, Resource>>, origins: Origins) {
    this.#resources = resources;
    this.#origins = origins;
  }

  /** Every resource type with the number of its resources. */
  types(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { Type } of Object.values(this.#resources)) counts.set(Type, (counts.get(Type) ?? 0) + 1);
    return counts;
  }

  /** The resources of one type. */
  ofType(type: string): ResolvedResource[] {
    return Object.entries(this.#resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([logicalId, resource]) => ({
        logicalId,
        ...this.#identity(logicalId),
        properties: this.resolve(resource.Properties ?? {}) as Record<string, unknown>,
      }));
  }

  /**
   * Resolves Ref, Fn::GetAtt, Fn::Sub, Fn::Join, Fn::Select and Fn::Split, at any depth.
   *
   * @throws Error on any other intrinsic function, and on values that have no local equivalent
   */
  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((part) => this.resolve(part));
    if (typeof value !== "object" || value === null) return value;
    const keys = Object.keys(value);
    const [key] = keys;
    if (keys.length === 1 && key !== undefined && (key === "Ref" || key.startsWith("Fn::"))) {
      return this.#intrinsic(key, (value as Record<string, unknown>)[key]);
    }
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.resolve(part)]));
  }

  #intrinsic(name: string, argument: unknown): unknown {
    switch (name) {
      case "Ref":
        return this.#ref(String(argument));
      case "Fn::GetAtt": {
        const [logicalId, attribute] = typeof argument === "string" ? argument.split(".") : (argument as string[]);
        return this.#attribute(String(logicalId), String(attribute));
      }
      case "Fn::Join": {
        const [separator, parts] = argument as [string, unknown];
        return withLocalAddresses((this.resolve(parts) as unknown[]).join(separator), this.#origins);
      }
      case "Fn::Sub":
        return this.#sub(argument);
      case "Fn::Select": {
        const [index, list] = argument as [unknown, unknown];
        return (this.resolve(list) as unknown[])[Number(this.resolve(index))];
      }
      case "Fn::Split": {
        const [separator, text] = argument as [string, unknown];
        return String(this.resolve(text)).split(separator);
      }
      default:
        throw new Error(`The local runner does not know ${name}; it knows Ref, GetAtt, Sub, Join, Select and Split.`);
    }
  }

  #sub(argument: unknown): string {
    const [text, variables] = Array.isArray(argument) ? (argument as [string, object]) : [String(argument), {}];
    const known = this.resolve(variables) as Record<string, unknown>;
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_whole, literal: string, name: string) => {
      if (literal === "!") return `\${${name}}`;
      if (name in known) return String(known[name]);
      const [logicalId, attribute] = name.split(".");
      return attribute === undefined ? this.#ref(name) : this.#attribute(String(logicalId), attribute);
    });
  }

  #ref(name: string): string {
    return PSEUDO[name] ?? this.#identity(name).ref;
  }

  #attribute(logicalId: string, attribute: string): string {
    const value = this.#identity(logicalId).attributes[attribute];
    if (value === undefined) {
      const type = this.#resources[logicalId]?.Type ?? "an unknown resource";
      throw new Error(`The local runner does not know attribute ${attribute} of ${type} (${logicalId}).`);
    }
    return value;
  }

  #identity(logicalId: string): Identity {
    const known = this.#identities.get(logicalId);
    if (known !== undefined) return known;
    const resource = this.#resources[logicalId];
    if (resource === undefined) throw new Error(`The template has no resource ${logicalId}.`);
    const identity = identify(logicalId, resource, this.#origins, (name) => String(this.resolve(name)));
    this.#identities.set(logicalId, identity);
    return identity;
  }
}
