import type { HostileUrl } from "./hostile-urls.ts";
import { PUBLIC_ADDRESSES, urlOf } from "./special-addresses.ts";

/** Names that look public, with the addresses of a resolver. */
export interface HostileName extends HostileUrl {
  readonly answers: readonly string[];
}

/** Names that can be refused by their address only. */
export const hostileNames: readonly HostileName[] = [
  { url: "http://127.0.0.1.pages.example/", answers: ["127.0.0.1"], why: "a wildcard name for loopback" },
  { url: "http://zone.pages.example/", answers: ["fe80::1%eth0"], why: "link-local with a zone id" },
  {
    url: "http://public-zone.pages.example/",
    answers: ["2606:4700:4700::1111%1"],
    why: "a zone id on a public address",
  },
  { url: "http://mixed.pages.example/", answers: ["93.184.215.14", "10.0.0.1"], why: "mixed, public first" },
  { url: "http://mixed.pages.example/", answers: ["10.0.0.1", "93.184.215.14"], why: "mixed, private first" },
  { url: "http://mixed.pages.example/", answers: ["93.184.215.14", "::1"], why: "mixed across the families" },
  { url: "https://mixed.pages.example:8443/", answers: ["2606:4700::1", "127.0.0.1"], why: "mixed, over TLS" },
  { url: "http://name.pages.example/", answers: ["localhost"], why: "an answer that is no address" },
  { url: "http://number.pages.example/", answers: ["2130706433"], why: "an answer in one number" },
  { url: "http://octal.pages.example/", answers: ["0177.0.0.1"], why: "an answer in octal" },
  { url: "http://empty.pages.example/", answers: ["93.184.215.14", ""], why: "an answer that is empty" },
  { url: "http://localhost6.localdomain6/", answers: ["::1"], why: "the old habit of hosts files, for IPv6" },
  { url: "http://kubernetes.default.svc/", answers: ["10.96.0.1"], why: "a cluster's API by its middle name" },
  { url: "http://router.lan/", answers: ["192.168.0.1"], why: "an ending that routers make up" },
  { url: "http://wiki.corp/", answers: ["10.20.30.40"], why: "an ending that companies make up" },
  { url: "http://vault.service.consul/", answers: ["172.20.0.5"], why: "an ending of service discovery" },
  { url: "http://rebind.pages.example./", answers: ["127.0.0.1"], why: "the root's dot" },
  { url: "http://xn--wgv71a119e.example/", answers: ["10.0.0.1"], why: "an internationalised name" },
];

/** Harmless addresses. */
export const harmlessUrls: readonly string[] = [
  ...PUBLIC_ADDRESSES.map(urlOf),
  "http://pages.example/",
  "HTTP://PAGES.EXAMPLE/",
  "http://pages.example./",
  "http://pages.example:80/",
  "http://pages.example:8080/a?b=c#d",
  "http://pages.example:8443/",
  "http://日本語.example/本?題=値",
  "http://xn--wgv71a119e.example/",
  "http://pages。example/",
  "http://%70ages.example/",
  "http:\\\\pages.example\\a",
  " http://pages.example/\n",
  "http://localhost.example/",
  "http://internal.example/",
  "http://local.example/",
  "http://notlocalhost.example/",
  "http://metadata.google.internal.example/",
  "http://127.0.0.1.pages.example/",
  "http://127-0-0-1.pages.example/",
  "http://0x7f000001.pages.example/",
  "http://pages.example\\@127.0.0.1/",
  "http://pages.example#@127.0.0.1/",
  "http://pages.example/@127.0.0.1",
  "http://pages.example/?next=http://169.254.169.254/",
  "http://pages.example/http://localhost/",
  "http://pages.example/%2e%2e/%00",
  "http://134744072/",
  "http://0x08.0x08.010.8/",
  "http://[2001:200::1]:8080/",
  "http://[2001:4860:4860:0:0:0:0:8888]/",
];
