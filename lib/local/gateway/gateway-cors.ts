import type { ResolvedResource } from "../template/template.ts";

/** The CORS headers of an API: for a preflight, and for every other answer to a page of another origin. */
export interface Cors {
  readonly preflight: Record<string, string>;
  readonly actual: Record<string, string>;
}

export function readCors(api: ResolvedResource): Cors {
  const cors = (api.properties.CorsConfiguration ?? {}) as Record<string, string[] | number>;
  const joined = (name: string) => ((cors[name] ?? []) as string[]).join(",");
  const allowOrigin = { "access-control-allow-origin": joined("AllowOrigins") };
  return {
    preflight: {
      ...allowOrigin,
      "access-control-allow-methods": joined("AllowMethods"),
      "access-control-allow-headers": joined("AllowHeaders"),
      "access-control-max-age": String(cors.MaxAge ?? 0),
    },
    actual: { ...allowOrigin, "access-control-expose-headers": joined("ExposeHeaders") },
  };
}
