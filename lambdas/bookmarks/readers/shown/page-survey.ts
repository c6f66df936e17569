import { AROUND, INLINE } from "../../../shared/html/markup-text.ts";
import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import type { StartToken } from "./hiding.ts";
import { examined, isHidden, isSilent, namesOf } from "./hiding.ts";
import type { PageElement } from "./open-elements.ts";
import { OpenElements } from "./open-elements.ts";

/** An element of a page with facts about its contents. */
export interface Surveyed extends PageElement {
  readonly token: StartToken;
  readonly parent: Surveyed | null;
  /** The characters of its text, without white space, and those in links; while it is open, those of the page before it. */
  signs: number;
  linked: number;
  /** Whether it is a menu, or a part of one, by its names. */
  readonly isMenu: boolean;
  /** Whether it is hidden, or not read aloud. */
  isHidden: boolean;
}

export interface HiddenElement {
  readonly element: Surveyed;
  /** Whether no hidden element is around it. */
  readonly isOutermost: boolean;
  /** Whether it is hidden from screen readers only. */
  readonly isSilent: boolean;
  /** The control directly before it. */
  readonly control: Control | null;
}

/** A control that opens a part of the page when it is pressed. */
export interface Control {
  readonly element: Surveyed;
  /** The ids of the parts that it opens. */
  readonly opens: readonly string[];
  readonly isTab: boolean;
  /** Whether it belongs to a menu, or opens one. */
  readonly isOfMenu: boolean;
  /** The beginning of its text. */
  label: string;
}

/** A link to another place of the page. */
interface Reference {
  readonly at: number;
  readonly id: string;
  /** Whether it looks like a reference to a note. */
  readonly isOfNote: boolean;
}

/** The facts of a page that are collected before its text is read. */
export interface Survey {
  /** The number of characters of the page's text. */
  readonly signs: number;
  readonly hidden: readonly HiddenElement[];
  readonly controls: readonly Control[];
  readonly buttons: readonly Surveyed[];
  /** Elements that cover the page, or whose names are those of consent dialogs. */
  readonly dialogs: readonly Surveyed[];
  readonly panels: readonly Surveyed[];
  readonly references: readonly Reference[];
  readonly ids: ReadonlyMap<string, Surveyed>;
  /** The definition after a term. */
  readonly definitions: ReadonlyMap<Surveyed, Surveyed>;
}

/** The number of elements of each kind that are recorded: no page for readers has more. */
const MOST = 5_000;
const MAX_ID = 200;
const MAX_LABEL = 200;

const CONSENT = /(?:^|[\s_-])(?:cmp|consent|cookies?|gdpr|onetrust)(?:$|[\s_-])|cookie-?(?:banner|bar|consent|notice)/i;
const MENU = /(?:^|[\s_-])(?:dropdown|hamburger|menu|nav(?:bar|igation)?|offcanvas|search|sidebar|toc)(?:$|[\s_-])/i;
const MENU_ROLE = /^(?:banner|listbox|menu|menubar|navigation|search|toolbar|tree)$/;
export const DIALOG_ROLE = /^(?:alertdialog|dialog)$/;
const CONTROL = /^(?:a|button|summary)$|^(?:button|tab)$/;
/** Names of elements that a person can open or unfold. */
export const OPENABLE =
  /accordion|collaps(?:e|ible)(?!.*nav)|disclosure|expand|faq|read-?more|more-?(?:content|text)|spoiler|(?:^|[\s_-])tab-?(?:content|pane|panel)|toggle-?content/i;
const TOGGLE = /^(?:collapse|pill|tab)$/;
const NOTE_LINK = /(?:^|[\s_-])(?:citation|cite|endnote|fn|fnref|foot-?note|ftn|note-?ref|reference|sdfootnote)/i;
const BACK_LINK = /back/i;

const roleOf = (token: StartToken): string => examined(token, "role").trim().toLowerCase();

/** Whether an element is a menu, or one of its parts, by its names. */
const isMenu = (token: StartToken): boolean =>
  (token.name !== "aside" && AROUND.has(token.name)) ||
  (token.attributes.size > 0 && (MENU_ROLE.test(roleOf(token)) || MENU.test(namesOf(token))));

/** Surveys the elements of a page that are hidden, open parts or refer to others. Takes time linear in the tokens. */
export function surveyPage(tokens: Iterable<MarkupToken>): Survey {
  const surveyor = new Surveyor();
  for (const token of tokens) surveyor.read(token);
  return surveyor.end();
}

const add = <Item>(items: Item[], item: Item): void => {
  if (items.length < MOST) items.push(item);
};

class Surveyor {
  #at = 0;
  #signs = 0;
  #linked = 0;
  #links = 0;
  #menus = 0;
  #raised = 0;
  #hiddenDepth = 0;
  #inNoscript = false;
  /** The last control, if no text has followed it. */
  #last: Control | null = null;
  #control: Control | null = null;
  #term: Surveyed | null = null;
  readonly #hidden: HiddenElement[] = [];
  readonly #controls: Control[] = [];
  readonly #buttons: Surveyed[] = [];
  readonly #dialogs: Surveyed[] = [];
  readonly #panels: Surveyed[] = [];
  readonly #references: Reference[] = [];
  readonly #ids = new Map<string, Surveyed>();
  readonly #definitions = new Map<Surveyed, Surveyed>();
  readonly #open = new OpenElements<Surveyed>((element) => this.#end(element));

  read(token: MarkupToken): void {
    if (token.kind === "text") this.#text(token.text);
    else if (token.kind === "start") {
      if (token.name === "noscript") this.#inNoscript = true;
      else if (!this.#inNoscript) this.#start(token);
    } else if (token.kind === "end") {
      if (token.name === "noscript") this.#inNoscript = false;
      else if (!this.#inNoscript) this.#open.end(token.name, this.#at);
    }
    this.#at += 1;
  }

  end(): Survey {
    this.#open.endAll(this.#at);
    return {
      signs: this.#signs,
      hidden: this.#hidden,
      controls: this.#controls,
      buttons: this.#buttons,
      dialogs: this.#dialogs,
      panels: this.#panels,
      references: this.#references,
      ids: this.#ids,
      definitions: this.#definitions,
    };
  }

  #text(text: string): void {
    if (this.#inNoscript) return;
    const clean = text.replace(/\s+/g, "");
    if (clean === "") return;
    this.#signs += clean.length;
    if (this.#links > 0) this.#linked += clean.length;
    if (this.#control === null) this.#last = null;
    else if (this.#control.label.length < MAX_LABEL) this.#control.label += text.slice(0, MAX_LABEL);
  }

  #start(token: StartToken): void {
    const { name } = token;
    const element = this.#open.start(name, this.#at, (parent) => ({
      name,
      token,
      start: this.#at,
      end: this.#at,
      parent,
      signs: this.#signs,
      linked: this.#linked,
      isMenu: isMenu(token),
      isHidden: false,
    }));
    if (this.#open.last !== element) return;
    if (name === "sup") this.#raised += 1;
    if (name === "button") add(this.#buttons, element);
    if (name === "dt") this.#term = element;
    if (name === "dd" && this.#term !== null && this.#definitions.size < MOST)
      this.#definitions.set(this.#term, element);
    if (name === "dd") this.#term = null;
    if (name === "a") this.#links += 1;
    if (element.isMenu) this.#menus += 1;
    if (token.attributes.size > 0) this.#noteAttributes(element);
  }

  #noteAttributes(element: Surveyed): void {
    const { name, token } = element;
    for (const key of ["id", "name"]) {
      const id = key === "id" || name === "a" ? (token.attributes.get(key) ?? "") : "";
      if (id !== "" && id.length <= MAX_ID && this.#ids.size < MOST && !this.#ids.has(id)) this.#ids.set(id, element);
    }
    this.#noteHidden(element);
    this.#noteControl(element);
    const role = roleOf(token);
    if (role === "tabpanel") add(this.#panels, element);
    const isOver = DIALOG_ROLE.test(role) || examined(token, "aria-modal") === "true";
    if (isOver || (!INLINE.has(name) && CONSENT.test(namesOf(token)))) add(this.#dialogs, element);
    if (name === "a") this.#noteReference(token);
  }

  #noteHidden(element: Surveyed): void {
    const isByStyle = isHidden(element.token);
    if (/^(?:html|body)$/.test(element.name) || !(isByStyle || isSilent(element.token))) return;
    const isOutermost = this.#hiddenDepth === 0;
    const hidden = { element, isOutermost, isSilent: !isByStyle, control: this.#control === null ? this.#last : null };
    element.isHidden = true;
    this.#hiddenDepth += 1;
    add(this.#hidden, hidden);
  }

  #noteControl(element: Surveyed): void {
    const { name, token } = element;
    const role = roleOf(token);
    const toggles = token.attributes.get("data-bs-toggle") ?? token.attributes.get("data-toggle") ?? "";
    const isTab = role === "tab" || toggles === "tab" || toggles === "pill";
    const isNamed = name === "button" && OPENABLE.test(namesOf(token));
    const isExpanding = token.attributes.has("aria-expanded") || TOGGLE.test(toggles) || isNamed;
    if (this.#control !== null || !(isTab || (isExpanding && (CONTROL.test(name) || CONTROL.test(role))))) return;
    const ids = ["aria-controls", "data-bs-target", "data-target", "href"].flatMap((key) => {
      const value = examined(token, key).trim();
      if (key === "aria-controls") return value.split(/\s+/);
      return value.startsWith("#") ? [value.slice(1)] : [];
    });
    const isOfMenu = this.#menus > 0 || token.attributes.has("aria-haspopup") || MENU.test(namesOf(token));
    const control = { element, opens: ids.filter((id) => id !== ""), isTab, isOfMenu, label: "" };
    this.#control = control;
    add(this.#controls, control);
  }

  #noteReference(token: StartToken): void {
    const [, id = ""] = (token.attributes.get("href") ?? "").slice(0, 2_000).split("#", 2);
    if (id === "" || id.length > MAX_ID) return;
    const named = `${namesOf(token)} ${examined(token, "rel")} ${examined(token, "epub:type")} ${roleOf(token)}`;
    if (BACK_LINK.test(named)) return;
    const isOfNote = this.#raised > 0 || NOTE_LINK.test(named) || NOTE_LINK.test(id);
    add(this.#references, { at: this.#at, id: decoded(id), isOfNote });
  }

  #end(element: Surveyed): void {
    element.signs = this.#signs - element.signs;
    element.linked = this.#linked - element.linked;
    if (element.name === "a") this.#links -= 1;
    if (element.name === "sup") this.#raised -= 1;
    if (element.isMenu) this.#menus -= 1;
    if (this.#control?.element === element) {
      this.#last = this.#control;
      this.#control = null;
    }
    if (element.isHidden) this.#hiddenDepth -= 1;
  }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
