import type { DistinctBook } from "./google-books-volumes.ts";
import { chance, distinctBooks, inventVolumes } from "./google-books-volumes.ts";
import { pictureAnswer } from "./picture-answer.ts";
import type { SimulatedSite, SiteAnswer, SiteRequest } from "./simulated-site.ts";
import { htmlAnswer, jsonAnswer, startSimulatedSite } from "./simulated-site.ts";

export type GoogleBooksOptions = {
  /** The number of items in the list that every search finds; default 1,730. */
  readonly volumes?: number;
  /** Determines everything random: the volumes, the totals, which requests fail. */
  readonly seed?: number;
  /** The only valid key. */
  readonly apiKey?: string;
  /** Without `country` the answer is that the server can't be located; default false. */
  readonly needsCountry?: boolean;
};

/** The values of `totalItems`: another number above the position each time, as in Google's answers; the number of items. */
export type Totals = "above" | "exact";

export type VolumesAsked = {
  readonly startIndex: number;
  readonly maxResults: number;
  readonly key: string | null;
  /** The status of the answer, unless a fault set by `fault` replaced it. */
  readonly status: number;
};

/** Google Books behind one server: `volumes.list`, with its failures, and the covers. */
export type GoogleBooksSite = SimulatedSite & {
  readonly egressMap: Readonly<Record<string, string>>;
  /** The only valid key. */
  readonly apiKey: string;
  /** Every request for volumes that was answered, oldest first; failed ones too. */
  requested(): VolumesAsked[];
  clearRequested(): void;
  /** The result of a complete collection. */
  distinctBooks(): DistinctBook[];
  totals(rule: Totals): void;
  /** From now on this share of the requests, 0 to 1, is answered 503. */
  storm(share: number): void;
  /** From now on this many requests are allowed, failed ones included; every later one exceeds the quota. */
  quotaAfter(requests: number): void;
  /** From now on the API is not enabled in the key's project. */
  serviceDisabled(): void;
  /** Ends all failures. */
  calm(): void;
};

type Mood = {
  totals: Totals;
  storm: number;
  quotaLeft: number;
  disabled: boolean;
};

const calmMood: Readonly<Mood> = {
  totals: "above",
  storm: 0,
  quotaLeft: Number.POSITIVE_INFINITY,
  disabled: false,
};

const host = "www.googleapis.com";
const coverHost = "books.google.com";
const service = "books.googleapis.com";

type Failure = {
  readonly reason: string;
  readonly domain?: string;
  readonly location?: string;
  readonly locationType?: string;
};
type Details = {
  readonly status: string;
  readonly reason: string;
  readonly metadata: Readonly<Record<string, string>>;
};

/** Google's envelope: the older form, and the current one in addition if `details` are given. */
function refusal(code: number, message: string, failure: Failure, details?: Details): SiteAnswer {
  const { domain = "global", ...rest } = failure;
  const info = details && {
    status: details.status,
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: details.reason,
        domain: "googleapis.com",
        metadata: { service, ...details.metadata },
      },
    ],
  };
  return jsonAnswer(code, { error: { code, message, errors: [{ message, domain, ...rest }], ...info } });
}

function overQuota(project: string, value: string): SiteAnswer {
  return refusal(
    429,
    `Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service '${service}' for consumer 'project_number:${project}'.`,
    { reason: "rateLimitExceeded" },
    {
      status: "RESOURCE_EXHAUSTED",
      reason: "RATE_LIMIT_EXCEEDED",
      metadata: {
        quota_location: "global",
        quota_metric: `${service}/default`,
        quota_limit: "defaultPerDayPerProject",
        quota_limit_value: value,
        quota_unit: "1/d/{project}",
        consumer: `projects/${project}`,
      },
    },
  );
}

function keyInvalid(): SiteAnswer {
  const details = { status: "INVALID_ARGUMENT", reason: "API_KEY_INVALID", metadata: {} };
  return refusal(400, "API key not valid. Please pass a valid API key.", { reason: "badRequest" }, details);
}

function notEnabled(): SiteAnswer {
  const message = "Books API has not been used in project 100000000001 before or it is disabled.";
  const metadata = { consumer: "projects/100000000001" };
  const details = { status: "PERMISSION_DENIED", reason: "SERVICE_DISABLED", metadata };
  return refusal(403, message, { domain: "usageLimits", reason: "accessNotConfigured" }, details);
}

function unknownLocation(): SiteAnswer {
  const message = "Cannot determine user location for geographically restricted operation.";
  return refusal(403, message, { reason: "unknownLocation" });
}

function unavailable(): SiteAnswer {
  const failure = { reason: "backendFailed", location: "backend_flow", locationType: "other" };
  return refusal(503, "Service temporarily unavailable.", failure);
}

function invalidParameter(location: string, message: string): SiteAnswer {
  return refusal(400, message, { reason: "invalidParameter", location, locationType: "parameter" });
}

/** An unsigned number of the query; `otherwise` without it, null if it is invalid. */
function unsigned(request: SiteRequest, name: string, otherwise: number): number | null {
  const value = request.query.get(name) ?? String(otherwise);
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/** Starts a Google Books on a free port of 127.0.0.1. Every search finds the same volumes. */
export async function startGoogleBooksSite(options: GoogleBooksOptions = {}): Promise<GoogleBooksSite> {
  const { volumes: count = 1_730, seed = 1, apiKey = "simulated-key", needsCountry = false } = options;
  const volumes = inventVolumes(seed, count);
  const requested: VolumesAsked[] = [];
  let mood: Mood = { ...calmMood };
  let answered = 0;

  function page(q: string, startIndex: number, maxResults: number): SiteAnswer {
    const items = volumes.slice(startIndex, startIndex + maxResults).map((volume) => volume.item(q));
    const above = startIndex + items.length + 1 + Math.floor(chance(seed, answered, "total") * count);
    return jsonAnswer(200, {
      kind: "books#volumes",
      totalItems: mood.totals === "exact" ? count : above,
      // Past the end there is no list, not an empty one.
      ...(items.length === 0 ? {} : { items }),
    });
  }

  function refused(request: SiteRequest): SiteAnswer | undefined {
    const key = request.query.get("key") ?? "";
    // Requests without a key share a project of Google's own, whose quota is used up.
    if (key === "") return overQuota("624717413613", "0");
    if (key !== apiKey) return keyInvalid();
    if (mood.disabled) return notEnabled();
    mood.quotaLeft -= 1;
    if (mood.quotaLeft < 0) return overQuota("100000000001", "1000");
    if (needsCountry && !/^[A-Z]{2}$/i.test(request.query.get("country") ?? "")) return unknownLocation();
    return chance(seed, answered, "storm") < mood.storm ? unavailable() : undefined;
  }

  function volumesList(request: SiteRequest): SiteAnswer {
    const refusedAs = refused(request);
    if (refusedAs) return refusedAs;
    const q = request.query.get("q") ?? "";
    const startIndex = unsigned(request, "startIndex", 0);
    const maxResults = unsigned(request, "maxResults", 10);
    if (q.trim() === "") return refusal(400, "Missing query.", { reason: "queryRequired", location: "q" });
    if (maxResults === null || maxResults > 40) {
      const value = request.query.get("maxResults");
      return invalidParameter("maxResults", `Invalid value '${value}'. Values must be within the range: [0, 40]`);
    }
    if (startIndex === null) {
      return invalidParameter("startIndex", `Invalid value '${request.query.get("startIndex")}'.`);
    }
    return page(q, startIndex, maxResults);
  }

  /** A cover in colours of its own. */
  function cover(id: string): SiteAnswer {
    const colour = (what: string) => Math.floor(64 + chance(id, what) * 160);
    const [red, green, blue] = [colour("red"), colour("green"), colour("blue")];
    return pictureAnswer(128, 192, [red, green, blue, red >> 1, green >> 1, blue >> 1]);
  }

  function answer(request: SiteRequest): SiteAnswer {
    if (request.host === coverHost && request.path === "/books/content") return cover(request.query.get("id") ?? "");
    if (request.method !== "GET" || request.path !== "/books/v1/volumes") return htmlAnswer(404, "<title>404</title>");
    answered += 1;
    const given = volumesList(request);
    requested.push({
      startIndex: Number(request.query.get("startIndex") ?? 0),
      maxResults: Number(request.query.get("maxResults") ?? 10),
      key: request.query.get("key"),
      status: given.status,
    });
    return given;
  }

  const site = await startSimulatedSite(answer);
  return {
    ...site,
    egressMap: { [host]: site.origin, [coverHost]: site.origin },
    apiKey,
    requested: () => [...requested],
    clearRequested() {
      requested.length = 0;
    },
    distinctBooks: () => distinctBooks(volumes),
    totals(rule) {
      mood.totals = rule;
    },
    storm(share) {
      mood.storm = share;
    },
    quotaAfter(requests) {
      mood.quotaLeft = requests;
    },
    serviceDisabled() {
      mood.disabled = true;
    },
    calm() {
      mood = { ...calmMood };
    },
  };
}
