import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { PolicyDecision, Statement } from "../../policies/policies.ts";
import type { RequestContext } from "../../policies/policy-conditions.ts";
import { evaluate } from "./policies.ts";
import type { ResourcePolicies } from "./resource-policies.ts";
import type { SignedRequest } from "./signature.ts";
import { isSignedBy, readAuthorization } from "./signature.ts";

/** A key pair in the SDK's form. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * The caller of AWS: a function under its role, or the operator, to whom everything is allowed that no policy denies.
 */
export interface Caller {
  readonly name: string;
  /** @returns null when the call is allowed, otherwise AWS's error message */
  refusal(action: string, resource: string, context?: RequestContext): string | null;
}

/** The number of refusals that are kept before all are dropped: objects of a bucket are resources of their own. */
const KEPT_REFUSALS = 2_000;

const EVERYTHING: readonly Statement[] = [{ effect: "Allow", actions: ["*"], resources: ["*"] }];

/** A key pair with random values, in AWS's form. */
function newCredentials(prefix: "AKIA" | "ASIA"): Credentials {
  const accessKeyId = `${prefix}${randomBytes(8).toString("hex").toUpperCase()}`;
  return { accessKeyId, secretAccessKey: randomBytes(20).toString("hex") };
}

/** All callers of the local AWS endpoint, by access key. */
export class Callers {
  readonly #byKey = new Map<string, { readonly secretAccessKey: string; readonly caller: Caller }>();
  #policies: Pick<ResourcePolicies, "evaluate"> | undefined;
  /** The refusals of calls without a context, by caller, action and resource; null for allowed ones. */
  readonly #refusals = new Map<string, string | null>();

  /** Has calls evaluated against the policies of their resources, too; before the first call, whose result is kept. */
  protect(policies: Pick<ResourcePolicies, "evaluate">): void {
    this.#policies = policies;
  }

  operator(credentials: Credentials = newCredentials("AKIA")): Credentials {
    return this.#add(credentials, "operator", "arn:aws:iam::000000000000:user/operator", undefined, EVERYTHING);
  }

  /** Creates credentials for a function, with its role's permissions. */
  function(name: string, roleArn: string, statements: readonly Statement[]): Credentials {
    const user = `arn:aws:sts::${roleArn.split(":")[4]}:assumed-role/${roleArn.split("/").at(-1)}/${name}`;
    return this.#add(newCredentials("ASIA"), name, user, roleArn, statements);
  }

  /**
   * The caller of a request.
   *
   * @param now milliseconds of the epoch
   * @returns `unknown_key` for a key without a caller, `wrong_signature` when the signature is invalid or too old
   */
  of(request: SignedRequest, now: number): Caller | "unknown_key" | "wrong_signature" {
    const authorization = readAuthorization(request.headers.authorization);
    const known = this.#byKey.get(authorization?.accessKeyId ?? "");
    if (authorization === undefined || known === undefined) return "unknown_key";
    return isSignedBy(known.secretAccessKey, request, authorization, now) ? known.caller : "wrong_signature";
  }

  #add(
    credentials: Credentials,
    name: string,
    user: string,
    roleArn: string | undefined,
    statements: readonly Statement[],
  ): Credentials {
    const principal = `AWS:${roleArn ?? user}`;
    const refusal = (action: string, resource: string, given: RequestContext) => {
      const context = { "aws:PrincipalArn": roleArn ?? user, ...given };
      const own = evaluate(statements, { action, resource, context });
      const theirs = this.#policies?.evaluate({ action, resource, principal, context }) ?? "not_allowed";
      const reason = reasonOf(action, own, theirs);
      return reason && `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
    };
    const caller: Caller = {
      name,
      refusal: (action, resource, given) => {
        if (given !== undefined) return refusal(action, resource, given);
        const call = `${credentials.accessKeyId} ${action} ${resource}`;
        const known = this.#refusals.get(call);
        if (known !== undefined) return known;
        // The policies do not change while the system runs.
        const found = refusal(action, resource, {});
        if (this.#refusals.size >= KEPT_REFUSALS) this.#refusals.clear();
        this.#refusals.set(call, found);
        return found;
      },
    };
    this.#byKey.set(credentials.accessKeyId, { secretAccessKey: credentials.secretAccessKey, caller });
    return credentials;
  }
}

/**
 * The reason in AWS's error message; null when the call is allowed. In one account an Allow of either side suffices,
 * and a Deny of either overrides it.
 */
function reasonOf(action: string, own: PolicyDecision, theirs: PolicyDecision): string | null {
  if (own === "denied") return "with an explicit deny in an identity-based policy";
  if (theirs === "denied") return "with an explicit deny in a resource-based policy";
  if (own === "allowed" || theirs === "allowed") return null;
  return `because no identity-based policy allows the ${action} action`;
}

/** The operator's key pair of a data folder: random, made with the first start, and kept so that it outlives restarts. */
export function operatorKey(database: DatabaseSync): Credentials {
  database.exec(
    "CREATE TABLE IF NOT EXISTS operator_key (one INTEGER PRIMARY KEY CHECK (one = 1), access_key_id TEXT NOT NULL, secret_access_key TEXT NOT NULL)",
  );
  const made = newCredentials("AKIA");
  database.prepare("INSERT OR IGNORE INTO operator_key VALUES (1, ?, ?)").run(made.accessKeyId, made.secretAccessKey);
  const row = database.prepare("SELECT access_key_id, secret_access_key FROM operator_key").get();
  return { accessKeyId: String(row?.access_key_id), secretAccessKey: String(row?.secret_access_key) };
}
