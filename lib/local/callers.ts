import { createHash, randomBytes } from "node:crypto";
import type { Judgement, Statement } from "./policies.ts";
import { judge } from "./policies.ts";
import type { RequestContext } from "./policy-conditions.ts";
import type { ResourcePolicies } from "./resource-policies.ts";

/** A key pair as the SDK wants it. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Who calls AWS: a function under its role, or the operator, who may do everything that no policy forbids. */
export interface Caller {
  readonly name: string;
  /** @returns null when it is allowed, the message of AWS's refusal else */
  refusal(action: string, resource: string, context?: RequestContext): string | null;
}

const EVERYTHING: readonly Statement[] = [{ effect: "Allow", actions: ["*"], resources: ["*"] }];

/** Everybody who may call the local AWS endpoint, known by the access key id in a request's signature. */
export class Callers {
  readonly #byKey = new Map<string, Caller>();
  #policies: Pick<ResourcePolicies, "judge"> | undefined;

  /** From now on calls are judged by the policies of what they are about, too. */
  protect(policies: Pick<ResourcePolicies, "judge">): void {
    this.#policies = policies;
  }

  /** The credentials of the person at this machine. */
  operator(): Credentials {
    return this.#add(
      "AKIALOCALOPERATOR000",
      "operator",
      "arn:aws:iam::000000000000:user/operator",
      undefined,
      EVERYTHING,
    );
  }

  /** Credentials of a function's own, good for what its role allows. */
  function(name: string, roleArn: string, statements: readonly Statement[]): Credentials {
    const user = `arn:aws:sts::${roleArn.split(":")[4]}:assumed-role/${roleArn.split("/").at(-1)}/${name}`;
    const hash = createHash("sha256").update(name).digest("hex").slice(0, 12).toUpperCase();
    return this.#add(`ASIALOCA${hash}`, name, user, roleArn, statements);
  }

  /** The caller of a signed request; undefined when nobody has this key. */
  of(authorization: string | undefined): Caller | undefined {
    const key = /Credential=([^/,\s]+)\//.exec(authorization ?? "")?.[1];
    return key === undefined ? undefined : this.#byKey.get(key);
  }

  #add(
    accessKeyId: string,
    name: string,
    user: string,
    roleArn: string | undefined,
    statements: readonly Statement[],
  ): Credentials {
    const principal = `AWS:${roleArn ?? user}`;
    this.#byKey.set(accessKeyId, {
      name,
      refusal: (action, resource, given = {}) => {
        const context = { "aws:PrincipalArn": roleArn ?? user, ...given };
        const own = judge(statements, { action, resource, context });
        const theirs = this.#policies?.judge({ action, resource, principal, context }) ?? "not_allowed";
        const reason = reasonOf(action, own, theirs);
        return reason && `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
      },
    });
    return { accessKeyId, secretAccessKey: randomBytes(20).toString("hex") };
  }
}

/** How AWS ends its refusal; null for none. In one account an Allow of either side is enough, and a Deny of either wins. */
function reasonOf(action: string, own: Judgement, theirs: Judgement): string | null {
  if (own === "denied") return "with an explicit deny in an identity-based policy";
  if (theirs === "denied") return "with an explicit deny in a resource-based policy";
  if (own === "allowed" || theirs === "allowed") return null;
  return `because no identity-based policy allows the ${action} action`;
}
