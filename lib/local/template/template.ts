import type { Resource } from "./assembly.ts";
import type { Identity, Origins } from "./identities.ts";
import { ACCOUNT, arn, identify, REGION, withLocalAddresses } from "./identities.ts";

const PSEUDO: Readonly<Record<string, string>> = {
  "AWS::AccountId": ACCOUNT,
  "AWS::Region": REGION,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
  "AWS::StackId": arn("cloudformation", "stack/magpie-local/00000000-0000-0000-0000-000000000000"),
  "AWS::StackName": "magpie-local",
};

export interface ResolvedResource extends Identity {
  readonly logicalId: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A template with its intrinsic functions resolved against local identities. */
export class Template {
  readonly #resources: Readonly<Record<string, Resource>>;
  readonly #origins: Origins;

  constructor(resources: Readonly<Record<string, Resource>>, origins: Origins) {
    this.#resources = resources;
    this.#origins = origins;
  }

  types(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { Type } of Object.values(this.#resources)) counts.set(Type, (counts.get(Type) ?? 0) + 1);
    return counts;
  }

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
    const entries = Object.entries(value);
    const [first, ...others] = entries;
    if (first !== undefined && others.length === 0 && (first[0] === "Ref" || first[0].startsWith("Fn::"))) {
      return this.#intrinsic(...first);
    }
    return Object.fromEntries(entries.map(([name, part]) => [name, this.resolve(part)]));
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
      const { Type } = this.#resource(logicalId);
      throw new Error(`The local runner does not know attribute ${attribute} of ${Type} (${logicalId}).`);
    }
    return value;
  }

  #identity(logicalId: string): Identity {
    return identify(logicalId, this.#resource(logicalId), this.#origins, (name) => String(this.resolve(name)));
  }

  #resource(logicalId: string): Resource {
    const resource = this.#resources[logicalId];
    if (resource === undefined) throw new Error(`The template has no resource ${logicalId}.`);
    return resource;
  }
}
