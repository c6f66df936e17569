import { createHash, randomBytes } from "node:crypto";
import type { Judgement, Statement } from "./policies.ts";
import { judge } from "./policies.ts";

/** A key pair as the SDK wants it. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Who calls AWS: a function under its role, or the operator, who may do everything. */
export interface Caller {
  readonly name: string;
  /** @returns null when it is allowed, the message of AWS's refusal else */
  refusal(action: string, resource: string): string | null;
}

/** How AWS ends its refusals. */
const REASONS: Readonly<Record<Judgement, ((action: string) => string) | null>> = {
  allowed: null,
  not_allowed: (action) => `because no identity-based policy allows the ${action} action`,
  denied: () => "with an explicit deny in an identity-based policy",
};

const OPERATOR: Caller = { name: "operator", refusal: () => null };

/** Everybody who may call the local AWS endpoint, known by the access key id in a request's signature. */
export class Callers {
  readonly #byKey = new Map<string, Caller>();

  /** The credentials of the person at this machine. */
  operator(): Credentials {
    return this.#add("AKIALOCALOPERATOR000", OPERATOR);
  }

  /** Credentials of a function's own, good for what its role allows. */
  function(name: string, roleArn: string, statements: readonly Statement[]): Credentials {
    const user = `arn:aws:sts::${roleArn.split(":")[4]}:assumed-role/${roleArn.split("/").at(-1)}/${name}`;
    const hash = createHash("sha256").update(name).digest("hex").slice(0, 12).toUpperCase();
    return this.#add(`ASIALOCA${hash}`, {
      name,
      refusal: (action, resource) => {
        const reason = REASONS[judge(statements, action, resource)];
        if (reason === null) return null;
        return `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason(action)}`;
      },
    });
  }

  /** The caller of a signed request; undefined when nobody has this key. */
  of(authorization: string | undefined): Caller | undefined {
    const key = /Credential=([^/,\s]+)\//.exec(authorization ?? "")?.[1];
    return key === undefined ? undefined : this.#byKey.get(key);
  }

  #add(accessKeyId: string, caller: Caller): Credentials {
    this.#byKey.set(accessKeyId, caller);
    return { accessKeyId, secretAccessKey: randomBytes(20).toString("hex") };
  }
}
