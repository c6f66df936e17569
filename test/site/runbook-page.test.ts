import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { runbookBody } from "../../lib/runbook-page.ts";
import { synthesized } from "../infra/synthesized.ts";

const page = readFileSync(join(inject("bundles"), "site-on-deploy/files/docs/runbook/index.html"), "utf8");
const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

describe("the runbook on the site", () => {
  it("has the anchor that each alarm links", () => {
    const stack = synthesized();
    const names = stack
      .some("AWS::CloudWatch::Alarm")
      .map(([, { Properties }]) => stack.withoutStage(Properties.AlarmName));
    expect(ids).toEqual(expect.arrayContaining(names));
    expect(ids).toEqual([...new Set(ids)]);
  });

  it("links within itself only to what it has, and elsewhere only to whole addresses", () => {
    const links = [...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => String(href));
    expect(links.length).toBeGreaterThan(30);
    for (const href of links) {
      if (href.startsWith("#")) expect(ids, href).toContain(href.slice(1));
      else expect(href).toMatch(/^https:\/\//);
    }
  });

  it("needs neither script nor style of its own, which the content security policy of its path forbids", () => {
    expect(page).not.toMatch(/<script|<style| style=| on\w+=|\{\{/);
    expect(page).toMatch(/<link rel="stylesheet" href="\/docs\/runbook-[A-Z2-7]{8}\.css" \/>/);
  });

  it("shows code, tables and links as GitHub does, and drops links to files that the site lacks", () => {
    const body = runbookBody(
      "## How to `redrive` it?\n\nSee [the glossary](glossary.md) and [above](#x).\n\n| a | b |\n| - | - |\n| `1 < 2` | & |\n\n<!-- note -->\n",
    );
    expect(body).toContain('<h2 id="how-to-redrive-it">How to <code>redrive</code> it?</h2>');
    expect(body).toContain('<p>See the glossary and <a href="#x">above</a>.</p>');
    expect(body).toContain("<td><code>1 &lt; 2</code></td><td>&amp;</td>");
    expect(body).not.toContain("note");
  });
});
