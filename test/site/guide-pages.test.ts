import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { guideBody } from "../../lib/bundling/guide-page.ts";
import { synthesized } from "../infra/synthesized.ts";

const GUIDES = ["runbook", "extension"];
const pageOf = (guide: string) =>
  readFileSync(join(inject("bundles"), `site-on-deploy/files/docs/${guide}/index.html`), "utf8");
const idsOf = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

describe("the guides on the site", () => {
  it("have the anchor that each alarm links", () => {
    const ids = idsOf(pageOf("runbook"));
    const stack = synthesized();
    const names = stack
      .some("AWS::CloudWatch::Alarm")
      .map(([, { Properties }]) => stack.withoutStage(Properties.AlarmName));
    expect(ids).toEqual(expect.arrayContaining(names));
    expect(ids).toEqual([...new Set(ids)]);
  });

  it.each(GUIDES)("link within %s only to what it has, and elsewhere only to whole addresses", (guide) => {
    const page = pageOf(guide);
    const ids = idsOf(page);
    const links = [...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => String(href));
    expect(ids.length).toBeGreaterThan(5);
    for (const href of links) {
      if (href.startsWith("#")) expect(ids, href).toContain(href.slice(1));
      else expect(href).toMatch(/^https:\/\//);
    }
  });

  it.each(GUIDES)(
    "need in %s neither script nor style, which the content security policy of their path forbids",
    (guide) => {
      const page = pageOf(guide);
      expect(page).not.toMatch(/<script|<style| style=| on\w+=|\{\{/);
      expect(page).toMatch(/<link rel="stylesheet" href="\/docs\/guide-[A-Z2-7]{8}\.css" \/>/);
    },
  );

  it("show code, tables and links as GitHub does, and drop links to files that the site lacks", () => {
    const body = guideBody(
      "## How to `redrive` it?\n\nSee [the glossary](glossary.md) and [above](#x).\n\n| a | b |\n| - | - |\n| `1 < 2` | & |\n\n<!-- note -->\n",
    );
    expect(body).toContain('<h2 id="how-to-redrive-it">How to <code>redrive</code> it?</h2>');
    expect(body).toContain('<p>See the glossary and <a href="#x">above</a>.</p>');
    expect(body).toContain("<td><code>1 &lt; 2</code></td><td>&amp;</td>");
    expect(body).not.toContain("note");
  });
});
