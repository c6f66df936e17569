import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { pictureAnswer } from "../../../lib/local/sites/picture-answer.ts";
import type { SimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../../lib/local/sites/simulated-site.ts";
import type { BookmarkAnswer, BookmarksClient, FailedJobAnswer } from "./bookmarks-system.ts";
import { BookmarksSystem } from "./bookmarks-system.ts";

const PAGE = `<!doctype html><html lang="en"><head><title>The island ferry</title>
<meta property="og:site_name" content="Harbour notes"><meta name="author" content="A. Writer">
<meta property="og:image" content="/ferry.jpg"></head><body><nav><a href="/">Home</a></nav><article>
<h1>The island ferry</h1>
<p>The ferry to the island leaves the harbour twice a day, in the morning and in the late afternoon.</p>
<p>In winter the ferry often stays in the harbour, because the waves before the island are too high for it.</p>
<p>Tickets for the ferry are sold at the harbour office, which opens an hour before each departure.</p>
</article></body></html>`;

export const FERRY_PICTURE = pictureAnswer(300, 200);

/** A local system, and a site at `notes.example` whose every page is the same article. */
export interface FerryWorld {
  readonly site: SimulatedSite;
  readonly system: BookmarksSystem;
  /** The requests for a page. */
  fetches(path: string): ReturnType<SimulatedSite["requests"]>;
  /** Saves a page of the site that the user has not saved yet. */
  save(user: BookmarksClient, path: string): Promise<BookmarkAnswer>;
  failedJobOf(bookmarkId: string): Promise<FailedJobAnswer | undefined>;
}

/** Starts both for the tests of a file; faults and dead letters end with each test. */
export function ferryWorld(): FerryWorld {
  let site: SimulatedSite;
  let system: BookmarksSystem;
  beforeAll(async () => {
    site = await startSimulatedSite(({ path }) => (path === "/ferry.jpg" ? FERRY_PICTURE : htmlAnswer(200, PAGE)));
    system = await BookmarksSystem.start({ "*": site.origin });
  });
  afterAll(async () => {
    await system.close();
    await site.close();
  });
  afterEach(async () => {
    site.clearFaults();
    await system.queue.dropDeadLetters();
  });
  return {
    get site() {
      return site;
    },
    get system() {
      return system;
    },
    fetches: (path) => site.requests((request) => request.path === path),
    async save(user, path) {
      const reply = await user.saved(`https://notes.example${path}`);
      expect(reply.status).toBe(201);
      return reply.body;
    },
    failedJobOf: async (bookmarkId) => (await system.failedJobs()).find((job) => job.bookmark_id === bookmarkId),
  };
}
