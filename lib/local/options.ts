import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import type { EgressMap } from "./egress/egress-map.ts";
import { parseEgressMap } from "./egress/egress-map.ts";
import { StartError } from "./start-error.ts";

/** The page source for Mercari: pages as they are sent, or rendered by a browser that runs their scripts. */
export type PageSourceKind = "http" | "rendered";

/** The local system's options, from environment variables; docs/local.md documents each. */
export interface LocalOptions {
  /** Port of the API; 0 for any that is free. */
  readonly port: number;
  readonly dataFolder: string;
  readonly egressMap: EgressMap | undefined;
  /** Factor of every wait of the system. */
  readonly timeScale: number;
  /** Secrets by their names in the local stage's settings, as far as the environment holds them. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The site's public address; default: the runner's origin. */
  readonly siteUrl: string | undefined;
  readonly pageSource: PageSourceKind;
  /** The browser that renders; empty for the one in the packages. */
  readonly chromiumPath: string;
}

/** The default folder of the local state, without MAGPIE_DATA_DIR. */
export function dataFolderOf(env: Readonly<Record<string, string | undefined>>): string {
  return env.MAGPIE_DATA_DIR || ".magpie";
}

/** The secrets that the local stage names, and the environment variables that stand for them. */
const SECRETS: Readonly<Record<string, string>> = {
  "magpie/google-books-api-key": "GOOGLE_BOOKS_API_KEY",
  "magpie/notify-webhook": "MAGPIE_NOTIFY_WEBHOOK",
};

/** Reads the options from environment variables. @throws StartError that names the invalid variable */
export function readLocalOptions(env: Readonly<Record<string, string | undefined>>): LocalOptions {
  const egress = parseEgressMap(env.MAGPIE_EGRESS_MAP);
  if (!egress.ok) throw new StartError(egress.errors.join(" "));
  return {
    port: number(env, "PORT", 8787, (port) => Number.isInteger(port) && port <= 65_535, "a port from 0 to 65535"),
    dataFolder: dataFolderOf(env),
    egressMap: egress.map,
    timeScale: number(env, "MAGPIE_TIME_SCALE", 1, (scale) => scale > 0 && scale <= 1, "above 0, at most 1"),
    secrets: new Map(
      Object.entries(SECRETS).flatMap(([name, variable]): [string, string][] => {
        const value = env[variable];
        return value ? [[name, value]] : [];
      }),
    ),
    siteUrl: siteUrl(env.MAGPIE_SITE_URL),
    pageSource: pageSource(env.MAGPIE_MERCARI_PAGE_SOURCE),
    chromiumPath: chromiumPath(env.MAGPIE_CHROMIUM),
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

function pageSource(text: string | undefined): PageSourceKind {
  if (text === undefined || text === "") return "http";
  if (text === "http" || text === "rendered") return text;
  throw new StartError(`MAGPIE_MERCARI_PAGE_SOURCE must be http or rendered; it is "${text}".`);
}

function chromiumPath(text: string | undefined): string {
  if (text === undefined || text === "") return "";
  const path = resolve(text);
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new StartError(`MAGPIE_CHROMIUM must be the path of a browser's program; nothing at "${text}" can be run.`);
  }
  return path;
}
