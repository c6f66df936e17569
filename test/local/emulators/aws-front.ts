import { afterAll, beforeAll } from "vitest";
import type { Credentials } from "../../../lib/local/access/callers.ts";
import { Callers } from "../../../lib/local/access/callers.ts";
import type { AwsServices } from "../../../lib/local/emulators/aws-endpoint.ts";
import { AwsEndpoint } from "../../../lib/local/emulators/aws-endpoint.ts";
import { servicesOf } from "./aws-services.ts";

/** The endpoint of AWS with some services, for the tests of a file. */
export class AwsFront {
  readonly callers = new Callers();
  readonly operator = this.callers.operator();
  #endpoint: AwsEndpoint | undefined;

  /** @param services made when the endpoint listens */
  constructor(services: (origin: string) => Partial<AwsServices> | Promise<Partial<AwsServices>>) {
    beforeAll(async () => {
      this.#endpoint = await AwsEndpoint.listen(this.callers);
      this.#endpoint.serve(servicesOf(await services(this.origin)));
    });
    afterAll(() => this.#endpoint?.close());
  }

  get origin(): string {
    if (this.#endpoint === undefined) throw new Error("The endpoint listens from the first test on.");
    return this.#endpoint.origin;
  }

  /** The options of a client of the SDK that makes one attempt. */
  client(credentials: Credentials = this.operator) {
    return { region: "us-east-1", endpoint: this.origin, credentials, maxAttempts: 1 };
  }

  /** A function `local-<name>` whose role of that name may do nothing else. */
  functionThatMay(name: string, actions: readonly string[], resources: readonly string[]): Credentials {
    const statements = actions.length === 0 ? [] : [{ effect: "Allow", actions, resources } as const];
    return this.callers.function(`local-${name}`, `arn:aws:iam::000000000000:role/${name}`, statements);
  }
}
