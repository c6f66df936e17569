import { once } from "node:events";

/** What Firefox answers to a command, or tells by itself. */
interface Message {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** The browser's answer to `script.evaluate`. */
interface Evaluated {
  readonly type: "success" | "exception";
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

/** A tab, a window, or one of the browser's own windows. */
export interface Context {
  readonly context: string;
  readonly url: string;
}

/** The few commands of WebDriver BiDi (W3C) that the tests in Firefox need, over Firefox's own socket. */
export class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(String(data)) as Message));
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Firefox has ended."));
    });
  }

  static async connect(address: string): Promise<Bidi> {
    const socket = new WebSocket(`${address}/session`);
    await once(socket, "open");
    const bidi = new Bidi(socket);
    await bidi.send("session.new", { capabilities: {} });
    return bidi;
  }

  /** @throws Error with the browser's error */
  send<T>(method: string, params: object = {}): Promise<T> {
    this.#sent += 1;
    const answered = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#sent, answered);
    this.#socket.send(JSON.stringify({ id: this.#sent, method, params }));
    return answered.promise as Promise<T>;
  }

  /** The value of an expression in a context; null for what is no text, number or boolean. @throws Error when it throws */
  async evaluate<T>(context: string, expression: string): Promise<T> {
    const { type, result, exceptionDetails } = await this.send<Evaluated>("script.evaluate", {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (type === "exception") throw new Error(exceptionDetails?.text);
    return (result?.value ?? null) as T;
  }

  /** @param scope `chrome` for the browser's own windows */
  async contexts(scope: "content" | "chrome" = "content"): Promise<readonly Context[]> {
    const of = scope === "chrome" ? { "moz:scope": "chrome" } : {};
    return (await this.send<{ readonly contexts: readonly Context[] }>("browsingContext.getTree", of)).contexts;
  }

  close(): void {
    this.#socket.close();
  }

  #take({ id, type, result, error, message }: Message): void {
    const answered = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || answered === undefined) return;
    this.#waiting.delete(id);
    if (type === "error") answered.reject(new Error(`${error}: ${message}`));
    else answered.resolve(result);
  }
}
