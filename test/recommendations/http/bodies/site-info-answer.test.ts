import { describe, expect, it } from "vitest";
import { siteInfoAnswer, siteInfoSchema } from "../../../../lambdas/recommendations/http/bodies/site-info-answer.ts";
import { readSiteEndpoint } from "../../../../lambdas/recommendations/readers/site-endpoint.ts";
import { fetchedSite } from "../../readers/fetched-site.ts";

const site = { url: "https://alice.example", title: "Alice's site", description: "What Alice reads." };

describe("our site's answer to other sites", () => {
  it("has exactly the fields of a Ghost site, and no sign-up", () => {
    const { status, body } = siteInfoAnswer(site);
    expect(status).toBe(200);
    expect(body).toEqual({
      site: {
        title: "Alice's site",
        description: "What Alice reads.",
        logo: null,
        icon: null,
        cover_image: null,
        accent_color: null,
        locale: "en",
        url: "https://alice.example/",
        version: "1.0",
        allow_external_signup: false,
        site_uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      },
    });
    expect(siteInfoSchema.parse(body)).toEqual(body);
  });

  it("is allowed for pages of any origin", () => {
    expect(siteInfoAnswer(site).headers).toEqual({ "access-control-allow-origin": "*" });
  });

  it("can be read by our own reader of Ghost sites", () => {
    const read = readSiteEndpoint(fetchedSite(JSON.stringify(siteInfoAnswer(site).body)));
    expect(read).toMatchObject({ title: site.title, excerpt: site.description, oneClickSubscribe: false });
  });

  it("has an id that is unique to the site and stable", () => {
    const id = (url: string) => siteInfoSchema.parse(siteInfoAnswer({ ...site, url }).body).site.site_uuid;
    expect(id(site.url)).toBe(id(site.url));
    expect(id(site.url)).not.toBe(id("https://bob.example"));
  });
});
