import * as z from "zod/mini";
import type { Environment } from "../shared/env.ts";
import { readEnvironment } from "../shared/env.ts";
import { lazy } from "../shared/lazy.ts";
import { log } from "../shared/log.ts";
import { OutboundError } from "../shared/outbound/outbound-error.ts";
import { outboundFetch } from "../shared/outbound/outbound-fetch.ts";
import { startChromium } from "./fetch/chromium.ts";
import type { RenderServices } from "./fetch/render-page.ts";
import { renderPage } from "./fetch/render-page.ts";
import type { Rendering } from "./fetch/rendering.ts";
import { renderRequest } from "./fetch/rendering.ts";
import { rendererUses } from "./uses.ts";

function services(env: Environment<typeof rendererUses>): RenderServices {
  return { fetch: outboundFetch, startChromium: () => startChromium(env.CHROMIUM_PATH) };
}

const built = lazy(() => services(readEnvironment(rendererUses)));

/** Renders one page. Errors of the page or the network are part of the result; our own errors fail the invocation. */
export async function handler(event: unknown): Promise<Rendering> {
  const { url, deadline } = z.parse(renderRequest, event);
  try {
    return { ok: true, page: await renderPage(url, deadline, built()) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    log.warn("page_not_rendered", { kind: error.kind, detail: error.message });
    return { ok: false, kind: error.kind, detail: error.message };
  }
}
