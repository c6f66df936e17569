import { Hono } from "hono";
import type { EmulatorAnswer } from "../emulators/emulator-http.ts";

const PAGE = "/app/";
const SCRIPT = "/_local/reload.js";
const RELOADS = "/_local/reloads";

const TAG = `<script type="module" src="${SCRIPT}"></script>`;
const CODE = `new EventSource("${RELOADS}").addEventListener("message", () => location.reload());\n`;

type GetObject = (bucket: string, path: string) => Promise<EmulatorAnswer>;

/**
 * Reloads the open pages of the console when its files have changed. The page gets a script of the runner, which its content
 * security policy permits: script and events are of the site's own origin. The files in the bucket stay as they are.
 */
export class PageReload {
  /** Sends an event to an open page. */
  readonly #pages = new Set<() => void>();

  reload(): void {
    for (const send of this.#pages) send();
  }

  /** The script, and the events for it. */
  app(): Hono {
    const app = new Hono();
    app.get(SCRIPT, (c) => c.body(CODE, 200, { "content-type": "text/javascript", "cache-control": "no-store" }));
    app.get(RELOADS, (c) => c.body(this.#events(), 200, { "content-type": "text/event-stream" }));
    return app;
  }

  /** Adds the script to the console's page among the objects. */
  inPage(object: GetObject): GetObject {
    return async (bucket, path) => {
      const found = await object(bucket, path);
      if (path !== PAGE || found.status !== 200) return found;
      const body = Buffer.from(found.body.toString().replace("</head>", `${TAG}</head>`));
      // A page without the script, of an earlier start, is another one.
      return {
        ...found,
        body,
        headers: { ...found.headers, etag: `"reloaded-${found.headers.etag?.replaceAll('"', "")}"` },
      };
    };
  }

  #events(): ReadableStream<Uint8Array> {
    let send: () => void;
    return new ReadableStream({
      start: (controller) => {
        const text = (line: string) => controller.enqueue(new TextEncoder().encode(`${line}\n\n`));
        send = () => text("data: reload");
        this.#pages.add(send);
        // The headers are sent with it.
        text(": connected");
      },
      cancel: () => {
        this.#pages.delete(send);
      },
    });
  }
}
