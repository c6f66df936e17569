import type { AnyPath, PathOf } from "./route-paths.ts";
import type { Call, CallOptions, CreateOptions, Transport } from "./transport.ts";

/** A request with a path of the route table. */
interface ResourceCall extends Omit<Call, "method" | "path"> {
  /** Stands for the path's parameter, or in order for several. */
  readonly id?: string | readonly string[];
}

/** Reads a resource, or acts on it, by its id. */
export type OfOne<Got> = (id: string, options?: CallOptions) => Promise<Got>;
/** Creates a resource once, however often the request is sent. */
export type Create<Sent, Got> = (body: Sent, options?: CreateOptions) => Promise<Got>;
/** Changes the given fields of a resource, or all. */
export type Change<Sent, Got> = (id: string, body: Sent, options?: CallOptions) => Promise<Got>;
export type Read<Got> = (options?: CallOptions) => Promise<Got>;
/** Reads what a query asks for. */
export type Find<Query, Got> = (query?: Query, options?: CallOptions) => Promise<Got>;
/** Reads what a query asks for, of one resource. */
export type FindOfOne<Query, Got> = (id: string, query?: Query, options?: CallOptions) => Promise<Got>;

/**
 * A part of the client: makes its methods from the paths of the API's routes. A path compiles only if the route table has
 * it with these types. Every method throws ApiProblem or NetworkFailure.
 */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends a request of a special form. @internal */
  protected send<Got>(
    method: Call["method"],
    path: AnyPath,
    { id = "", ...call }: ResourceCall,
    options?: CreateOptions,
  ): Promise<Got> {
    const ids = [id].flat();
    const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(ids.shift() ?? ""));
    return this.#transport.request({ method, path: filled, ...call }, options);
  }

  /** @internal */
  protected creates<Sent, Got>(path: PathOf<"POST", Got, Sent>): Create<Sent, Got> {
    return (body, options) => this.send("POST", path, { body, creates: true }, options);
  }

  /** @internal */
  protected reads<Got>(path: PathOf<"GET", Got>): Read<Got> {
    return (options) => this.send("GET", path, {}, options);
  }

  /** @internal */
  protected readsOne<Got>(path: PathOf<"GET", Got>): OfOne<Got> {
    return (id, options) => this.send("GET", path, { id }, options);
  }

  /** @internal */
  protected finds<Query extends object, Got>(path: PathOf<"GET", Got, undefined, Query>): Find<Query, Got> {
    return (query, options) => this.send("GET", path, { query: { ...query } }, options);
  }

  /** @internal */
  protected findsOfOne<Query extends object, Got>(path: PathOf<"GET", Got, undefined, Query>): FindOfOne<Query, Got> {
    return (id, query, options) => this.send("GET", path, { id, query: { ...query } }, options);
  }

  /** @internal */
  protected changes<Sent, Got>(method: "PATCH" | "PUT", path: PathOf<"PATCH" | "PUT", Got, Sent>): Change<Sent, Got> {
    return (id, body, options) => this.send(method, path, { id, body }, options);
  }

  /** @internal */
  protected deletes(path: PathOf<"DELETE", void>): OfOne<void> {
    return (id, options) => this.send("DELETE", path, { id, doneCodes: ["not_found"] }, options);
  }

  /** Requests work on a resource. @param doneCodes as in `Call` @internal */
  protected requests<Got>(path: PathOf<"POST", Got>, doneCodes: readonly string[] = []): OfOne<Got> {
    return (id, options) => this.send("POST", path, { id, doneCodes }, options);
  }
}
