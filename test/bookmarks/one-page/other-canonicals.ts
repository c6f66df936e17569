import type { Pair } from "./is-one-page.ts";
import { FROM_HOME, names, OWLS } from "./is-one-page.ts";

/** Pairs of which one names the other as its canonical address, and that are not one page. */
export const OTHER_CANONICALS: readonly Pair[] = [
  names("another person's page of the host", "https://home.example/~alice/owls", "https://home.example/~mallory/owls", {
    says: "mallory",
  }),
  names("another person's page by number", "https://social.example/alice/1", "https://social.example/mallory/7", {
    says: "mallory",
  }),
  names("a page of another site", OWLS, "https://mallory.example/copy"),
  names("another person's subdomain", "https://alice.blogs.example/owls", "https://mallory.blogs.example/owls"),
  names("the host above it", "https://blogs.example/owls", "https://mallory.blogs.example/owls"),
  names("another port", "https://home.example:8443/owls", "https://home.example/owls"),
  names("the first page of a list", OWLS, "https://blog.example/posts/owls?page=2", {
    says: "the second page",
  }),
  names("the first part of a series", OWLS, "https://blog.example/posts/owls-2", {
    says: "the second part",
  }),
  names("the first page of a thread", "https://forum.example/t/1", "https://forum.example/t/1?start=20", {
    says: "other answers",
  }),
  names("one article for all", OWLS, "https://blog.example/posts/wrens", {
    says: "wrens",
  }),
  names("another thing of the same kind", "https://shop.example/box", "https://shop.example/box?item=nest", {
    says: "a nest",
  }),
  names("the home page, shown at every address", "https://app.example/", "https://app.example/doc/12"),
  names("a login, shown at every address", "https://app.example/login", "https://app.example/doc/12"),
  names("the section, shown in place of the page", "https://shop.example/shop", "https://shop.example/shop/box"),
  names("an error, shown at every address", "https://app.example/x", "https://app.example/y", {
    title: "Page not found",
  }),
  names("a page that names another one", OWLS, FROM_HOME, { there: { names: "https://blog.example/posts/wrens" } }),
  names("a page that names none", OWLS, FROM_HOME, {
    there: { names: null },
  }),
  names("a page that redirects", OWLS, FROM_HOME, {
    there: { to: "https://blog.example/" },
  }),
  names("a page that is gone", OWLS, FROM_HOME, {
    there: { status: 404 },
  }),
  names("pages without a text", OWLS, FROM_HOME, {
    says: "",
    there: { says: "" },
  }),
  names("a page behind a login", OWLS, FROM_HOME, {
    there: { says: "please log in" },
  }),
  [
    "two canonical addresses",
    OWLS,
    FROM_HOME,
    { names: 'https://blog.example/posts/owls"><link rel="canonical" href="https://blog.example/posts/wrens' },
  ],
  ["an address with a password", OWLS, FROM_HOME, { names: "https://alice:secret@blog.example/posts/owls" }],
  ["a script", OWLS, FROM_HOME, { names: "javascript:location='https://blog.example/posts/owls'" }],
  [
    "a login by a redirect, which names itself",
    "https://app.example/login",
    "https://app.example/doc/12",
    { to: "https://app.example/login?next=/doc/12", names: "https://app.example/login" },
  ],
  ["a canonical address on another port of tests", OWLS, FROM_HOME, { names: "https://blog.example:22/posts/owls" }],
  ["an empty canonical address", OWLS, FROM_HOME, { names: "" }],
  names("the application of a route", "https://app.example/docs/", "https://app.example/docs/#/owls"),
];
