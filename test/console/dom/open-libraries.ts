import { afterEach, beforeEach, vi } from "vitest";
import type { Library } from "../../../console/library/library.ts";
import { openLibrary } from "../../../console/library/library.ts";
import { currentGeneration } from "../../../console/session/generation.ts";
import { Session } from "../../../console/session/session.ts";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import type { FakeIssuer } from "./an-issuer.ts";
import { fakeIssuer, SIGN_IN, store, tokenOf } from "./an-issuer.ts";
import type { Device } from "./device.ts";

/** A person who is signed in on a device, with an API of their own. */
interface Given {
  person: string;
  api: ChangesApi;
  issuer: FakeIssuer;
  session: Session;
  /** What the API was asked. */
  requests: string[];
  /** Answers for the API before it does. */
  instead: ((request: Request) => Promise<Response> | undefined) | null;
}

let people = 0;

/** Signs another person in before each test, and opens libraries of that person, which are closed after it. */
export function openLibraries(own: Device) {
  const given = {} as Given;
  const open: Library[] = [];
  /** Another tab, or an earlier start, has stored a token of the person. */
  const signsIn = async (token?: number): Promise<void> => {
    const sub = given.person;
    const ids = { access_token: tokenOf(token === undefined ? { sub } : { sub, token }), id_token: tokenOf({ sub }) };
    store(own, { ...ids, profile: { sub }, generation: await currentGeneration() });
  };
  beforeEach(async () => {
    people += 1;
    const api = new ChangesApi();
    const issuer = fakeIssuer(async (request) => {
      given.requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return given.instead?.(request) ?? api.fetch(request);
    });
    Object.assign(given, { person: `person ${people}`, api, issuer, requests: [], instead: null });
    await signsIn();
    given.session = new Session(SIGN_IN);
    given.session.read();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
  });
  afterEach(async () => {
    for (const library of open.splice(0)) await library.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  /** A library as a page has it before its items are shown. */
  const ready = async (): Promise<Library> => {
    const library = await openLibrary("https://api.magpie.example", given.person, given.session);
    open.push(library);
    return library;
  };
  const opened = async (): Promise<Library> => {
    const library = await ready();
    library.start();
    return library;
  };
  return { given, signsIn, ready, opened };
}
