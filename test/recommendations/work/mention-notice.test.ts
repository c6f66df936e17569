import { describe, expect, it } from "vitest";
import { mentionNotice } from "../../../lambdas/recommendations/work/mention-notice.ts";
import { START } from "../../emulators/test-clock.ts";
import { sampleSite } from "../sample-mentions.ts";

const noticeOf = (address: string, site: Partial<typeof sampleSite> = {}) =>
  mentionNotice(new URL(address), { ...sampleSite, ...site }, false, START);
const GARDEN = "https://garden.example/";

describe("the notice of a site that recommends us", () => {
  it.each([
    [{ title: "The garden" }, "👍 New recommendation: The garden (garden.example)"],
    [{ title: "garden.example" }, "👍 New recommendation: garden.example"],
    [{ title: "\u200b\u202e \n" }, "👍 New recommendation: garden.example"],
    [{ title: null }, "👍 New recommendation: garden.example"],
    [{ title: "Hello\r\nBcc: a@evil.example" }, "👍 New recommendation: Hello Bcc: a@evil.example (garden.example)"],
  ])("has a title of one line with the host: %j", (site, title) => {
    expect(noticeOf(GARDEN, site).title).toBe(title);
  });

  it("has room for the host beside the longest title", () => {
    expect(noticeOf(GARDEN, { title: "a".repeat(5_000) }).title).toMatch(/a{90,100}…? \(garden\.example\)$/);
  });

  it("leaves out missing fields of the site", () => {
    expect(noticeOf(GARDEN, { excerpt: null }).body).toBe("You do not recommend it yet.");
    expect(noticeOf(GARDEN, { excerpt: "About\nbeds" }).body).toBe("About beds\nYou do not recommend it yet.");
  });

  it("is the same one for every address of a host, and another for another host", () => {
    const { id } = noticeOf(GARDEN);
    for (const address of ["http://garden.example/", "https://www.garden.example/", "https://garden.example:8443/"])
      expect(noticeOf(address).id).toBe(id);
    expect(noticeOf("https://forest.example/").id).not.toBe(id);
  });
});
