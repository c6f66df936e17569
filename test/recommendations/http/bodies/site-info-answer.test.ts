import { describe, expect, it } from "vitest";
import { siteInfoAnswer, siteInfoSchema } from "../../../../lambdas/recommendations/http/bodies/site-info-answer.ts";
import { readSiteEndpoint } from "../../../../lambdas/recommendations/readers/site-endpoint.ts";
import { fetchedSite } from "../../readers/fetched-site.ts";
import { sampleOwnSite } from "../../sample-own-site.ts";

const site = sampleOwnSite;

describe("our site's answer to other sites", () => {
  it("has exactly the fields of a Ghost site, and no sign-up", () => {
    const { status, body } = siteInfoAnswer(site);
    expect(status).toBe(200);
    expect(body).toEqual({
      site: {
        title: "Alice's site",
        description: "What Alice reads.",
        logo: "https://alice.example/logo.svg",
        icon: "https://alice.example/icon.png?a=1&b=2",
        cover_image: null,
        accent_color: "#0b57a4",
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
    expect(read).toEqual({
      title: site.title,
      excerpt: site.description,
      featuredImage: null,
      favicon: site.icon,
      oneClickSubscribe: false,
    });
    const withoutIcon = JSON.stringify(siteInfoAnswer({ ...site, icon: null }).body);
    expect(readSiteEndpoint(fetchedSite(withoutIcon))?.favicon).toBe(site.logo);
  });

  it("has an id that is unique to the site and stable", () => {
    const id = (url: string) => siteInfoSchema.parse(siteInfoAnswer({ ...site, url }).body).site.site_uuid;
    // Other sites recognize ours by it.
    expect(id(site.url)).toBe("6184118e-7294-8811-b2a9-245b56ff7561");
    expect(id(site.url)).not.toBe(id("https://bob.example"));
  });
});
