import { createHash } from "node:crypto";

/**
 * The extension's public key, from which Chromium derives its id: the id, and with it the address to which people return
 * after signing in, is the same wherever the extension is installed from. The private key signs nothing and was not kept.
 */
export const CHROMIUM_KEY = [
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArXO+teOB7pmRBu/dx1lCKua+qVjM0so2yqQeMKrLw1Te9sbN06B9",
  "hC+4C9hRQQ6CYQfhCO55kjBL1MPMsrncxvvOgV77SoXOWrJF29ILu2muL5Ai8jGOxiGCMwb3qFr6TehxIb8PWys67IY/hLiT",
  "zoEP7BskYcd/PKVVU6BFe3yQGPumBVlPNfMutU+iQsvDJLEnG9zvGJC6rcru5WRTp1wmubSDC5eT6hxWusL4jcnTjl5fD5Sg",
  "dtv5e1o8Sm1tKnsBZcAt9Z32arjKY9JDWUF6m+vWKQg6C7u7OtJJYiCSkn1PNt+T9aoEWxH3xBn7PMoD0PlV7hFveFoe+Zv5",
  "QQIDAQAB",
].join("");

/** The extension's id in Firefox, which requires each extension to have one of its own. */
export const FIREFOX_ID = "magpie@extension.magpie.example";

/**
 * Where the issuer sends a person back who signs in for the extension. The browser ends the sign-in when it is about to
 * open one of these addresses, and passes the code only to the extension with this id (`identity.getRedirectURL`). A
 * connection to the host may have begun by then.
 */
export const EXTENSION_REDIRECTS = [
  `https://${chromiumId(CHROMIUM_KEY)}.chromiumapp.org/`,
  `https://${createHash("sha1").update(FIREFOX_ID).digest("hex")}.extensions.allizom.org/`,
];

/** The first half of the key's SHA-256, its hexadecimal digits as the letters from `a` to `p` (Chromium, `crx_file/id_util.cc`). */
function chromiumId(key: string): string {
  const digits = createHash("sha256").update(Buffer.from(key, "base64")).digest("hex").slice(0, 32);
  return Array.from(digits, (digit) => String.fromCharCode("a".charCodeAt(0) + Number.parseInt(digit, 16))).join("");
}
