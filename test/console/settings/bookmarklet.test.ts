import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { bookmarklet } from "../../../console/settings/bookmarklet.ts";
import { sharedAddress } from "../../../console/share/shared-address.ts";

it("opens the form with the page's address, title and selection, whatever they contain", () => {
  const code = bookmarklet("https://magpie.example");
  expect(code).toMatch(/^javascript:/);
  const opened: string[] = [];
  const title = `50% & "more" 'quoted' #1 日本語`;
  runInNewContext(code.slice("javascript:".length), {
    open: (address: string) => opened.push(address),
    location: { href: "https://a.example/x?y=1&z=2#part" },
    document: { title },
    getSelection: () => "one\ntwo",
    encodeURIComponent,
    String,
  });
  const form = new URL(opened[0] ?? "");
  expect(form.origin + form.pathname).toBe("https://magpie.example/app/share");
  const parameters = Object.fromEntries(form.searchParams);
  expect(parameters.from).toBe("bookmarklet");
  expect(sharedAddress(parameters)).toEqual({ url: "https://a.example/x?y=1&z=2#part", title, note: "one\ntwo" });
});
