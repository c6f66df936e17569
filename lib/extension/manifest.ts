import { VERSION } from "../bundling/version.ts";
import { CHROMIUM_KEY, FIREFOX_ID } from "../constructs/sign-in/extension-addresses.ts";

/** The kinds of browsers that the extension is built for. */
export const BROWSERS = ["chromium", "firefox"] as const;
export type ExtensionBrowser = (typeof BROWSERS)[number];

/** Pixels of the icon's sizes. */
const ICON_SIZES = [16, 32, 48, 128] as const;

/** The one script in the background, that both browsers start for an event and end afterwards. */
const BACKGROUND = "background.js";

/**
 * What the extension's own pages may load: their own files, and requests to any stage, whose address is known only when a
 * person has entered it. `http` is for a system on this machine.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src https: http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * The manifest for a browser (Manifest V3). Texts are in `_locales`. docs/extension.md gives the reason of each permission; none
 * of them makes a browser warn the person who installs the extension.
 */
export function manifestOf(browser: ExtensionBrowser): object {
  const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icons/magpie-${size}.png`]));
  return {
    manifest_version: 3,
    name: "__MSG_name__",
    description: "__MSG_description__",
    version: VERSION,
    default_locale: "en",
    icons,
    action: { default_icon: icons, default_title: "__MSG_save__", default_popup: "popup.html" },
    options_ui: { page: "settings.html", open_in_tab: true },
    permissions: ["activeTab", "alarms", "contextMenus", "identity", "scripting", "storage", "unlimitedStorage"],
    // That of the stage is asked for when the person has entered its address, and no other.
    optional_host_permissions: ["https://*/*", "http://127.0.0.1/*", "http://localhost/*"],
    commands: {
      _execute_action: { suggested_key: { default: "Alt+Shift+M" } },
      "save-page": { suggested_key: { default: "Alt+Shift+S" }, description: "__MSG_savePage__" },
    },
    content_security_policy: { extension_pages: POLICY },
    ...OF_BROWSER[browser],
  };
}

const OF_BROWSER: Readonly<Record<ExtensionBrowser, object>> = {
  chromium: {
    key: CHROMIUM_KEY,
    // The first with `URL.parse`, which the parts of the console use.
    minimum_chrome_version: "126",
    background: { service_worker: BACKGROUND },
  },
  firefox: {
    background: { scripts: [BACKGROUND] },
    browser_specific_settings: {
      gecko: {
        id: FIREFOX_ID,
        // The first that asks for what `data_collection_permissions` names; it also is an extended support release.
        strict_min_version: "140.0",
        // Sent to the person's own stage, and nowhere else: what is saved.
        data_collection_permissions: { required: ["bookmarksInfo", "websiteContent"] },
      },
    },
  },
};
