import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDeckUrl } from "../../lambdas/slides/deck-url.ts";
import { PROVIDERS } from "../../lambdas/slides/providers.ts";
import { runs } from "../load.ts";

const ID = "1aB3_dE5-gH7iJ9kL1mN3oP5qR7sT9uV1wX3yZ5aB7cD";
const PUBLISHED = "2PACX-1vQx7kZ_3mN-8pLdR5tYwB2cHfJ6";
const SPEAKER_DECK = "https://speakerdeck.com/jdoe/event-sourcing-101";
const DOCSWELL = "https://www.docswell.com/s/ab-cd/K9Q2XZ";
const GOOGLE = `https://docs.google.com/presentation/d/${ID}`;
const GOOGLE_PUBLISHED = `https://docs.google.com/presentation/d/e/${PUBLISHED}`;
const PLAYER = "https://speakerdeck.com/player/0123456789abcdef0123456789abcdef";

describe("parseDeckUrl accepts", () => {
  it.each([
    [SPEAKER_DECK],
    ["http://speakerdeck.com/jdoe/event-sourcing-101"],
    ["https://www.speakerdeck.com/jdoe/event-sourcing-101"],
    ["HTTPS://SpeakerDeck.COM/jdoe/event-sourcing-101"],
    [`${SPEAKER_DECK}/`],
    [`${SPEAKER_DECK}?slide=12`],
    [`${SPEAKER_DECK}/?slide=12#comments`],
    ["https://speakerdeck.com:443/jdoe/event-sourcing-101"],
    ["http://speakerdeck.com:80/jdoe/event-sourcing-101"],
    ["https://speakerdeck.com/u/jdoe/p/event-sourcing-101"],
    ["http://www.speakerdeck.com/u/jdoe/p/event-sourcing-101/?slide=2"],
    [`  ${SPEAKER_DECK}\n`],
    [`\u3000${SPEAKER_DECK}\u3000`],
    ["https://ｓｐｅａｋｅｒｄｅｃｋ．ｃｏｍ/jdoe/event-sourcing-101"],
    [`${SPEAKER_DECK}?next=https://evil.example/../a`],
    [`${SPEAKER_DECK}?${"x".repeat(2047 - SPEAKER_DECK.length)}`],
  ])("the Speaker Deck address %j", (pasted) => {
    expect(parseDeckUrl(pasted)).toEqual({ ok: true, provider: "speakerdeck", canonicalUrl: SPEAKER_DECK });
  });

  it("users and slugs unchanged", () => {
    expect(parseDeckUrl("https://speakerdeck.com/J_Doe-1/2024-Talk_X")).toMatchObject({
      canonicalUrl: "https://speakerdeck.com/J_Doe-1/2024-Talk_X",
    });
  });

  it.each([
    [DOCSWELL],
    ["https://docswell.com/s/ab-cd/K9Q2XZ"],
    ["http://docswell.com/s/ab-cd/K9Q2XZ/"],
    [`${DOCSWELL}-getting-started`],
    [`${DOCSWELL}-2024-12-06-154613`],
    [`${DOCSWELL}-getting-started/13`],
    [`${DOCSWELL}-getting-started/13/`],
    [`${DOCSWELL}/13`],
    [`${DOCSWELL}#p13`],
    [`${DOCSWELL}-getting-started?ref=x#p13`],
    [`${DOCSWELL}-はじめての勉強会`],
    [`${DOCSWELL}-%E3%81%AF%E3%81%98%E3%82%81`],
    [`${DOCSWELL}-a.b~c!d'e(f)`],
  ])("the Docswell address %j", (pasted) => {
    expect(parseDeckUrl(pasted)).toEqual({ ok: true, provider: "docswell", canonicalUrl: DOCSWELL });
  });

  it.each(["K", "K9Q2XZ7", "K".repeat(32)])("a Docswell deck with the id %s", (id) => {
    expect(parseDeckUrl(`https://www.docswell.com/s/ab-cd/${id}-slug`)).toMatchObject({
      canonicalUrl: `https://www.docswell.com/s/ab-cd/${id}`,
    });
  });

  it("Docswell users whose names are digits", () => {
    expect(parseDeckUrl("https://www.docswell.com/s/1234567/ABC123-x")).toMatchObject({
      canonicalUrl: "https://www.docswell.com/s/1234567/ABC123",
    });
  });

  it.each([
    [GOOGLE],
    [`${GOOGLE}/`],
    [`${GOOGLE}/edit`],
    [`${GOOGLE}/edit/`],
    [`${GOOGLE}/edit?usp=sharing`],
    [`${GOOGLE}/edit?usp=drive_link&resourcekey=0-abc`],
    [`${GOOGLE}/edit#slide=id.p`],
    [`${GOOGLE}/edit?slide=id.g1#slide=id.g1`],
    [`${GOOGLE}/view`],
    [`${GOOGLE}/preview`],
    [`${GOOGLE}/present`],
    [`${GOOGLE}/htmlpresent`],
    [`${GOOGLE}/mobilepresent`],
    [`${GOOGLE}/embed?start=false&loop=false&delayms=3000`],
    [`${GOOGLE}/pub?start=true`],
    [`${GOOGLE}/copy`],
    [`${GOOGLE}/export/pdf`],
    [`${GOOGLE}/template/preview`],
    [`https://docs.google.com/presentation/u/0/d/${ID}/edit`],
    [`https://docs.google.com/u/12/presentation/d/${ID}/edit`],
    [`https://docs.google.com/a/example.com/presentation/d/${ID}/edit`],
    [`https://docs.google.com/a/example.com/u/1/presentation/d/${ID}`],
    [`https://docs.google.com/a/mail.my-school.example/presentation/u/1/d/${ID}`],
    [`http://docs.google.com/presentation/d/${ID}/edit`],
    [`https://docs.google.com/presentation/embed?id=${ID}&start=false`],
    [`https://docs.google.com/presentation/pub?id=${ID}`],
    [`https://docs.google.com/presentation/present?id=${ID}#slide=id.p`],
    [`http://docs.google.com/presentation/edit?hl=ja&id=${ID}`],
    [`https://docs.google.com/presentation/u/1/view/?id=${ID}`],
    [`https://docs.google.com/a/example.com/presentation/embed?id=${ID}`],
    [`https://docs.google.com/a/example.com/u/0/presentation/pub?id=${ID}&start=true`],
    [`https://drive.google.com/open?id=${ID}`],
    [`https://drive.google.com/open?usp=drive_link&id=${ID}`],
    [`https://drive.google.com/a/example.com/open?id=${ID}`],
    [`https://drive.google.com/drive/u/0/open?id=${ID}`],
  ])("the Google Slides address %j", (pasted) => {
    expect(parseDeckUrl(pasted)).toEqual({ ok: true, provider: "google_slides", canonicalUrl: GOOGLE });
  });

  it.each([
    [GOOGLE_PUBLISHED],
    [`${GOOGLE_PUBLISHED}/`],
    [`${GOOGLE_PUBLISHED}/pub`],
    [`${GOOGLE_PUBLISHED}/pub?start=false&loop=false&delayms=3000`],
    [`${GOOGLE_PUBLISHED}/embed`],
    [`${GOOGLE_PUBLISHED}/pubembed?start=true`],
    [`${GOOGLE_PUBLISHED}/preview/`],
    [`https://docs.google.com/a/example.com/presentation/d/e/${PUBLISHED}/pub`],
    [`https://docs.google.com/presentation/u/0/d/e/${PUBLISHED}/pub`],
  ])("the published deck %j", (pasted) => {
    expect(parseDeckUrl(pasted)).toEqual({ ok: true, provider: "google_slides", canonicalUrl: GOOGLE_PUBLISHED });
  });
});

describe("parseDeckUrl rejects", () => {
  it.each([
    // No address, or a disguised one.
    ["", "invalid_url"],
    ["   ", "invalid_url"],
    ["\u3000", "invalid_url"],
    ["not a url", "invalid_url"],
    ["speakerdeck.com/jdoe/talk", "invalid_url"],
    ["//speakerdeck.com/jdoe/talk", "invalid_url"],
    ["https://", "invalid_url"],
    ["https://speaker deck.com/jdoe/talk", "invalid_url"],
    [`${SPEAKER_DECK}?${"x".repeat(2048 - SPEAKER_DECK.length)}`, "invalid_url"],
    [`${SPEAKER_DECK} ${SPEAKER_DECK}`, "invalid_url"],
    ["https://speakerdeck.com/jdoe/ta\nlk", "invalid_url"],
    ["https://speaker\tdeck.com/jdoe/talk", "invalid_url"],
    ["https://speakerdeck.com/jdoe/ta\u0000lk", "invalid_url"],
    ["https://speakerdeck.com/jdoe/ta\u3000lk", "invalid_url"],
    ["https://user@speakerdeck.com/jdoe/talk", "invalid_url"],
    ["https://user:secret@speakerdeck.com/jdoe/talk", "invalid_url"],
    ["https://@speakerdeck.com/jdoe/talk", "invalid_url"],
    ["https://speakerdeck.com@evil.example/jdoe/talk", "invalid_url"],
    ["https://speakerdeck.com:8443/jdoe/talk", "invalid_url"],
    ["http://speakerdeck.com:443/jdoe/talk", "invalid_url"],
    ["https://evil.example:8080/jdoe/talk", "invalid_url"],
    // Schemes.
    ["javascript:alert(1)", "unsupported_scheme"],
    ["JAVASCRIPT://speakerdeck.com/%0aalert(1)", "unsupported_scheme"],
    ["java\tscript:alert(1)", "unsupported_scheme"],
    ["data:text/html,<p>hello there</p>", "unsupported_scheme"],
    ["ftp://speakerdeck.com/jdoe/talk", "unsupported_scheme"],
    ["file:///etc/passwd", "unsupported_scheme"],
    ["mailto:jdoe@speakerdeck.com", "unsupported_scheme"],
    // Hosts.
    ["https://example.com/jdoe/talk", "unsupported_provider"],
    ["https://evildocswell.com/s/ab/K9Q2XZ", "unsupported_provider"],
    ["https://docswell.com.evil.example/s/ab/K9Q2XZ", "unsupported_provider"],
    ["https://speakerdeck.com./jdoe/talk", "unsupported_provider"],
    ["https://m.speakerdeck.com/jdoe/talk", "unsupported_provider"],
    ["https://www.www.speakerdeck.com/jdoe/talk", "unsupported_provider"],
    ["https://xn--speakerdck-p7a.com/jdoe/talk", "unsupported_provider"],
    ["https://speakеrdeck.com/jdoe/talk", "unsupported_provider"],
    ["https://evil.example\\@speakerdeck.com/jdoe/talk", "unsupported_provider"],
    [`https://docs.google.com.evil.example/presentation/d/${ID}`, "unsupported_provider"],
    [`https://www.docs.google.com/presentation/d/${ID}`, "unsupported_provider"],
    [`https://google.com/presentation/d/${ID}`, "unsupported_provider"],
    [`https://drive.google.com/file/d/${ID}/view`, "unsupported_provider"],
    [`https://drive.google.com/drive/folders/${ID}`, "unsupported_provider"],
    [`https://drive.google.com/uc?id=${ID}`, "unsupported_provider"],
    [`https://docs.google.com/open?id=${ID}`, "unsupported_provider"],
    [`https://www.google.com/url?q=${GOOGLE}`, "unsupported_provider"],
    ["https://accounts.google.com/ServiceLogin", "unsupported_provider"],
    ["https://slides.new", "unsupported_provider"],
    ["http://127.0.0.1/jdoe/talk", "unsupported_provider"],
    ["http://[::1]/jdoe/talk", "unsupported_provider"],
    [`https://docs.google.com/document/d/${ID}/edit`, "unsupported_provider"],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit`, "unsupported_provider"],
    [`https://docs.google.com/forms/d/e/1FAIpQL-${ID}/viewform`, "unsupported_provider"],
    [`https://docs.google.com/a/example.com/document/d/${ID}`, "unsupported_provider"],
    [`https://docs.google.com/presentations/d/${ID}`, "unsupported_provider"],
    ["https://docs.google.com/", "unsupported_provider"],
    // Speaker Deck.
    [PLAYER, "unsupported_url_type"],
    [`${PLAYER}?slide=3`, "unsupported_url_type"],
    [`${PLAYER}/`, "unsupported_url_type"],
    [`${PLAYER}/talk`, "invalid_format"],
    [PLAYER.replace("/player", "/x/player"), "invalid_format"],
    ["https://speakerdeck.com/x/u/jdoe/p/talk", "invalid_format"],
    ["https://speakerdeck.com/u/jdoe/p/talk/extra", "invalid_format"],
    ["https://speakerdeck.com", "invalid_format"],
    ["https://speakerdeck.com/jdoe", "invalid_format"],
    ["https://speakerdeck.com/c/technology", "invalid_format"],
    ["https://speakerdeck.com/p/all", "invalid_format"],
    ["https://speakerdeck.com/features/pro", "invalid_format"],
    ["https://speakerdeck.com/search?q=x", "invalid_format"],
    ["https://speakerdeck.com/search/x", "invalid_format"],
    ["https://speakerdeck.com/signin/github", "invalid_format"],
    ["https://speakerdeck.com/u/jdoe", "invalid_format"],
    ["https://speakerdeck.com/u/c/p/technology", "invalid_format"],
    ["https://speakerdeck.com/player/not-a-player", "invalid_format"],
    ["https://speakerdeck.com/jdoe/talk/extra", "invalid_format"],
    ["https://speakerdeck.com/jdoe/talk//", "invalid_format"],
    ["https://speakerdeck.com//jdoe/talk", "invalid_format"],
    ["https://speakerdeck.com/jdoe//talk", "invalid_format"],
    ["https://speakerdeck.com/jdoe%2Ftalk", "invalid_format"],
    ["https://speakerdeck.com/jdoe/ta%2Flk", "invalid_format"],
    ["https://speakerdeck.com/%6Adoe/talk", "invalid_format"],
    ["https://speakerdeck.com/jdoe/talk.pdf", "invalid_format"],
    ["https://speakerdeck.com/other/../jdoe/talk", "invalid_format"],
    ["https://speakerdeck.com/./jdoe/talk", "invalid_format"],
    ["https://speakerdeck.com/jdoe\\talk", "invalid_format"],
    ["https:\\\\speakerdeck.com\\jdoe\\talk", "invalid_format"],
    ["https://speakerdeck.com/jdoe/発表", "invalid_format"],
    // Docswell.
    ["https://www.docswell.com/slide/K9Q2XZ/embed", "unsupported_url_type"],
    ["https://www.docswell.com/slide/K9Q2XZ7/embed", "unsupported_url_type"],
    ["https://docswell.com/slide/K9Q2XZ/embed/#p12", "unsupported_url_type"],
    ["https://docswell.com/slide/K9Q2XZ/embed/12", "invalid_format"],
    ["https://docswell.com/x/slide/K9Q2XZ/embed", "invalid_format"],
    ["https://docswell.com/x/s/ab-cd/K9Q2XZ", "invalid_format"],
    ["https://www.docswell.com/user/ab-cd", "invalid_format"],
    ["https://www.docswell.com/s/ab-cd", "invalid_format"],
    [`https://www.docswell.com/s/ab-cd/${"K".repeat(33)}`, "invalid_format"],
    [`https://www.docswell.com/slide/${"K".repeat(33)}/embed`, "invalid_format"],
    ["https://www.docswell.com/s/ab-cd/k9q2xz-slug", "invalid_format"],
    ["https://www.docswell.com/s/ab.cd/K9Q2XZ", "invalid_format"],
    ["https://www.docswell.com/S/ab-cd/K9Q2XZ", "invalid_format"],
    [`${DOCSWELL}/page`, "invalid_format"],
    [`${DOCSWELL}/1/2`, "invalid_format"],
    [`${DOCSWELL}//`, "invalid_format"],
    [`${DOCSWELL}-slug/..`, "invalid_format"],
    [`${DOCSWELL}-slug\\13`, "invalid_format"],
    ["https://www.docswell.com/s/ab-cd/x/../K9Q2XZ", "invalid_format"],
    // Google Slides.
    ["https://docs.google.com/presentation/", "invalid_format"],
    ["https://docs.google.com/presentation/u/0/", "invalid_format"],
    ["https://docs.google.com/presentation/create", "invalid_format"],
    ["https://docs.google.com/presentation/d/tooshort/edit", "invalid_format"],
    ["https://docs.google.com/presentation/embed", "invalid_format"],
    ["https://docs.google.com/presentation/embed?id=tooshort", "invalid_format"],
    [`https://docs.google.com/presentation/embed?ID=${ID}`, "invalid_format"],
    [`https://docs.google.com/presentation/embed?id=${ID}&id=${ID.toUpperCase()}`, "invalid_format"],
    [`https://docs.google.com/presentation/embed?id=${ID}%2F..`, "invalid_format"],
    [`https://docs.google.com/presentation/embed#id=${ID}`, "invalid_format"],
    [`https://docs.google.com/presentation/create?id=${ID}`, "invalid_format"],
    ["https://drive.google.com/open?id=", "invalid_format"],
    [`https://docs.google.com/presentation/d/${ID.slice(0, 24)}`, "invalid_format"],
    [`https://docs.google.com/presentation/d/${ID}.x`, "invalid_format"],
    [`https://docs.google.com/presentation/d/x/d/${ID}`, "invalid_format"],
    [`https://docs.google.com/presentation/d/x/d/e/${PUBLISHED}`, "invalid_format"],
    [`${GOOGLE}/a/b/c`, "invalid_format"],
    [`${GOOGLE}//edit`, "invalid_format"],
    [`https://docs.google.com/presentation//d/${ID}`, "invalid_format"],
    [`https://docs.google.com//presentation/d/${ID}`, "invalid_format"],
    [`https://docs.google.com/presentation/x/../d/${ID}`, "invalid_format"],
    [`https://docs.google.com/document/../presentation/d/${ID}`, "unsupported_provider"],
    [`https://docs.google.com/a/../presentation/d/${ID}`, "invalid_format"],
    [`https://docs.google.com/presentation%2Fd%2F${ID}`, "invalid_format"],
    [`https://docs.google.com/presentation/d/${ID}%2Fedit`, "invalid_format"],
    [`https://docs.google.com/presentation\\d\\${ID}`, "invalid_format"],
    [`https://docs.google.com/u/0/a/example.com/presentation/d/${ID}`, "invalid_format"],
    [`https://docs.google.com/u/0/presentation/u/0/d/${ID}`, "invalid_format"],
    [`https://docs.google.com/u/x/presentation/d/${ID}`, "invalid_format"],
    [`${GOOGLE_PUBLISHED}/edit`, "invalid_format"],
    ["https://docs.google.com/presentation/d/e/2PACX-/pub", "invalid_format"],
    [`https://docs.google.com/presentation/d/e/${ID}/pub`, "invalid_format"],
  ])("%j as %s", (pasted, code) => {
    const result = parseDeckUrl(pasted);
    expect(result).toMatchObject({ ok: false, code });
    expect(result).toHaveProperty("detail", expect.stringMatching(/Paste .+\.$/));
  });
});

const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/);
const pastedDeck = fc.oneof(
  fc.tuple(word, word).map(([user, slug]) => `https://www.speakerdeck.com/${user}/${slug}/?slide=1`),
  fc.tuple(word, word).map(([user, slug]) => `http://speakerdeck.com/u/${user}/p/${slug}`),
  fc
    .tuple(word, fc.stringMatching(/^[A-Z0-9]{1,32}$/), fc.webSegment())
    .map(([user, id, slug]) => `https://docswell.com/s/${user}/${id}-x${slug}/7`),
  fc
    .tuple(fc.nat(9), fc.stringMatching(/^[A-Za-z0-9_-]{25,50}$/))
    .map(([account, id]) => `https://docs.google.com/presentation/u/${account}/d/${id}/edit#slide=id.p`),
  word.map((id) => `https://docs.google.com/presentation/d/e/2PACX-${id}/pub`),
);

describe("the canonical address", () => {
  it("is its own canonical form and names a known provider", () => {
    let accepted = 0;
    const size = runs(500);
    fc.assert(
      fc.property(pastedDeck, (pasted) => {
        const first = parseDeckUrl(pasted);
        if (!first.ok) return;
        accepted += 1;
        expect(PROVIDERS).toContain(first.provider);
        expect(parseDeckUrl(first.canonicalUrl)).toEqual(first);
        expect(new URL(first.canonicalUrl).href).toBe(first.canonicalUrl);
      }),
      size,
    );
    expect(accepted).toBeGreaterThan(0.6 * size.numRuns);
  });

  it("exists for no text that only resembles an address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (noise) => {
        const result = parseDeckUrl(`https://speakerdeck.com/${noise}`);
        if (result.ok) expect(parseDeckUrl(result.canonicalUrl)).toEqual(result);
        expect(parseDeckUrl(noise).ok).toBe(false);
      }),
    );
  });
});

describe("a similar host", () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  const disguise = fc.constantFrom<(host: string, label: string) => string>(
    (host, text) => `${text}${host}`,
    (host, text) => `${text}.${host}`,
    (host, text) => `${host}.${text}.example`,
    (host, text) => `${host}${text}`,
    (host, text) => host.replace(".", `-${text}.`),
    (host) => `${host}.`,
    (host) => host.replaceAll(".", ""),
  );
  const deck = fc.constantFrom(SPEAKER_DECK, DOCSWELL, GOOGLE, GOOGLE_PUBLISHED);

  it("is always rejected", () => {
    fc.assert(
      fc.property(deck, disguise, label, (url, change, text) => {
        const { hostname, pathname } = new URL(url);
        const changed = change(hostname, text);
        // With "www", these two are addresses of the provider itself.
        fc.pre(changed !== "www.speakerdeck.com" && changed !== "www.docswell.com");
        expect(parseDeckUrl(`https://${changed}${pathname}`)).toMatchObject({
          ok: false,
          code: expect.stringMatching(/^(?:unsupported_provider|invalid_url)$/),
        });
      }),
    );
  });
});
