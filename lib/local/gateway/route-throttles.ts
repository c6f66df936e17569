import type { Template } from "../template/template.ts";

/** Requests a second, and those beyond it that may come at once. */
interface Limit {
  readonly rate: number;
  readonly burst: number;
}

/** The properties of a stage's settings for all routes, or for one. */
interface Settings {
  readonly ThrottlingRateLimit?: number;
  readonly ThrottlingBurstLimit?: number;
}

/** What an account has, where a stage says nothing (API Gateway's quotas). */
const OF_AN_ACCOUNT: Limit = { rate: 10_000, burst: 5_000 };

/**
 * The throttles of the API's routes, as the stage of the template sets them: a token bucket for each route. In a scaled time
 * a bucket is refilled as many times faster as waits are shorter, so that no request is refused here that would pass on AWS.
 */
export class RouteThrottles {
  readonly #buckets = new Map<string, { tokens: number; filledAt: number }>();
  readonly #usual: Limit;
  readonly #own: ReadonlyMap<string, Limit>;
  readonly #scale: number;
  readonly #clock: () => number;

  /** @param scale of waits @param clock milliseconds, which never go back */
  constructor(template: Template, scale: number, clock: () => number = () => performance.now()) {
    const [stage] = template.ofType("AWS::ApiGatewayV2::Stage");
    const { DefaultRouteSettings: usual, RouteSettings: own = {} } = (stage?.properties ?? {}) as {
      DefaultRouteSettings?: Settings;
      RouteSettings?: Readonly<Record<string, Settings>>;
    };
    this.#usual = limitOf(usual, OF_AN_ACCOUNT);
    this.#own = new Map(Object.entries(own).map(([key, settings]) => [key, limitOf(settings, this.#usual)]));
    this.#scale = scale;
    this.#clock = clock;
  }

  /** Whether a request may pass to a route, e.g. `GET /v1/health`; it is counted if so. */
  admits(key: string): boolean {
    const { rate, burst } = this.#own.get(key) ?? this.#usual;
    const now = this.#clock();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filledAt: now };
    const refilled = ((now - bucket.filledAt) / 1_000) * (rate / this.#scale);
    const tokens = Math.min(burst, bucket.tokens + refilled);
    const isAdmitted = tokens >= 1;
    this.#buckets.set(key, { tokens: isAdmitted ? tokens - 1 : tokens, filledAt: now });
    return isAdmitted;
  }
}

function limitOf({ ThrottlingRateLimit, ThrottlingBurstLimit }: Settings = {}, otherwise: Limit): Limit {
  return { rate: ThrottlingRateLimit ?? otherwise.rate, burst: ThrottlingBurstLimit ?? otherwise.burst };
}
