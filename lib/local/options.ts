import type { EgressMap } from "./egress-map.ts";
import { parseEgressMap } from "./egress-map.ts";
import { StartError } from "./start-error.ts";

/** What the environment says about the local system; README.md documents each variable. */
export interface LocalOptions {
  /** Port of the API; 0 for any that is free. */
  readonly port: number;
  readonly dataFolder: string;
  readonly egressMap: EgressMap | undefined;
  /** Factor on every wait of the system. */
  readonly timeScale: number;
  /** Secrets by their names in the local stage's settings, as far as the environment holds them. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The public address the system takes for its own; the runner's origin without it. */
  readonly siteUrl: string | undefined;
}

/** Where the local state lies unless MAGPIE_DATA_DIR says otherwise. */
export function dataFolderOf(env: Readonly<Record<string, string | undefined>>): string {
  return env.MAGPIE_DATA_DIR || ".magpie";
}

/** Reads the options from environment variables. @throws StartError that names the variable that is wrong */
export function readLocalOptions(env: Readonly<Record<string, string | undefined>>): LocalOptions {
  const egress = parseEgressMap(env.MAGPIE_EGRESS_MAP);
  if (!egress.ok) throw new StartError(egress.errors.join(" "));
  return {
    port: number(env, "PORT", 8787, (port) => Number.isInteger(port) && port <= 65_535, "a port from 0 to 65535"),
    dataFolder: dataFolderOf(env),
    egressMap: egress.map,
    timeScale: number(env, "MAGPIE_TIME_SCALE", 1, (scale) => scale > 0 && scale <= 1, "above 0, at most 1"),
    secrets: new Map(env.GOOGLE_BOOKS_API_KEY ? [["magpie/google-books-api-key", env.GOOGLE_BOOKS_API_KEY]] : []),
    siteUrl: siteUrl(env.MAGPIE_SITE_URL),
  };
}

function number(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: number,
  accepts: (value: number) => boolean,
  wanted: string,
): number {
  const text = env[name];
  if (text === undefined || text === "") return otherwise;
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || !accepts(value)) throw new StartError(`${name} must be ${wanted}; it is "${text}".`);
  return value;
}

function siteUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  const url = URL.parse(text);
  const origin =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "" && url.username === "";
  if (!origin)
    throw new StartError(`MAGPIE_SITE_URL must be an address such as https://alice.example; it is "${text}".`);
  return url.origin;
}
