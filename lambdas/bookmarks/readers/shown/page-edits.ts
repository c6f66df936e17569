import { AROUND } from "../../../shared/html/markup-text.ts";
import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import { examined, isForScreenReaders, namesOf, shown } from "./hiding.ts";
import type { Control, HiddenElement, Survey, Surveyed } from "./page-survey.ts";
import { DIALOG_ROLE, OPENABLE } from "./page-survey.ts";

/** A note of a page, to which its text refers. */
export interface Note {
  /** The name of its element. */
  readonly name: string;
  /** The numbers of its first and its last token. */
  readonly start: number;
  readonly end: number;
  /** The ids that refer to it. */
  readonly ids: Set<string>;
}

/** The change at one token of a page. */
export type Edit =
  /** The tokens up to this number are left out. */
  | { readonly kind: "drop"; readonly to: number }
  /** Other tokens replace it. */
  | { readonly kind: "write"; readonly tokens: readonly MarkupToken[] };

/** The changes with which a page is read. */
export interface PageEdits {
  /** By the number of the token. */
  readonly edits: ReadonlyMap<number, Edit>;
  /** By the number of the first token. */
  readonly notes: ReadonlyMap<number, Note>;
}

const MODAL = /(?:^|[\s_-])(?:cookie|consent|dialog|drawer|gdpr|lightbox|modal|overlay|popover|pop-?up|toast|tooltip)/i;
/** The share of a page's characters from which a hidden part counts as the page; if it is only not read aloud, half. */
const MOST_OF_PAGE = 0.9;
/** The longest text, in characters, of a note and of a consent question. */
const MAX_NOTE = 5_000;
const MAX_CONSENT = 2_000;
/** From this number of characters on, a button is text: a card that can be pressed, or a button whose end tag is missing. */
const MIN_TEXT = 300;
const HEADING = /^(?:h[1-6]|dt|summary)$/;
const INLINE_TARGET = /^(?:a|b|em|i|small|span|strong|sup)$/;
const NOTE_ROLE = /^doc-(?:biblioentry|endnote|footnote)$/;
const NOTE_NAME = /(?:^|[\s_-])(?:citation|cite|endnote|fn|foot-?note|ftn|note|reference|sdfootnote)/i;
/** The number of an element's ancestors that are examined. */
const FEW = 8;

/** Decides which parts of a page are text, from a survey of it. */
export function pageEdits(survey: Survey): PageEdits {
  const writer = new EditWriter(survey);
  writer.editNotes();
  writer.editHidden();
  writer.editTabs();
  writer.editControls();
  writer.editDialogs();
  return writer.result;
}

const start = (name: string): MarkupToken => ({ kind: "start", name, attributes: new Map() });
const end = (name: string): MarkupToken => ({ kind: "end", name });

const isModal = ({ token }: Surveyed): boolean =>
  DIALOG_ROLE.test(examined(token, "role")) || examined(token, "aria-modal") === "true" || MODAL.test(namesOf(token));

/** An element and its nearest ancestors. */
function* around(element: Surveyed | null): Generator<Surveyed, void, undefined> {
  for (let next = element, left = FEW; next !== null && left > 0; next = next.parent, left -= 1) yield next;
}

class EditWriter {
  readonly #survey: Survey;
  readonly #edits = new Map<number, Edit>();
  readonly #notes = new Map<number, Note>();
  /** The elements that hold a note. */
  readonly #ofNotes = new Set<Surveyed>();
  /** The controls whose part belongs to the text. */
  readonly #opening = new Set<Control>();

  constructor(survey: Survey) {
    this.#survey = survey;
  }

  get result(): PageEdits {
    return { edits: this.#edits, notes: this.#notes };
  }

  editNotes(): void {
    const { references, ids } = this.#survey;
    for (const { at, id, isOfNote } of references) {
      const target = ids.get(id);
      // A note follows its reference; a link back points to an earlier place.
      if (target === undefined || target.start < at) continue;
      const note = noteOf(target);
      if (note === null || !(isOfNote || isNamedNote(target))) continue;
      const definition = note.name === "dt" ? this.#survey.definitions.get(note) : undefined;
      if (note.signs + (definition?.signs ?? 0) > MAX_NOTE || note.signs === 0) continue;
      const known = this.#notes.get(note.start);
      if (known !== undefined) known.ids.add(id);
      else {
        const { name, start: first, end: last } = note;
        this.#notes.set(first, { name, start: first, end: definition?.end ?? last, ids: new Set([id]) });
      }
      for (const element of around(note)) this.#ofNotes.add(element);
    }
  }

  editHidden(): void {
    const { hidden, signs, controls } = this.#survey;
    const outermost = hidden.filter(({ isOutermost, element }) => isOutermost && mayBeText(element));
    const share = (of: readonly HiddenElement[]) => of.reduce((sum, { element }) => sum + element.signs, 0) / signs;
    const isMost = share(outermost) >= MOST_OF_PAGE;
    const silent = outermost.filter(({ isSilent }) => isSilent);
    const isMostSilent = isMost || share(silent) >= 0.5;
    const openers = new Map(
      controls.filter(({ isOfMenu }) => !isOfMenu).flatMap((each) => each.opens.map((id) => [id, each])),
    );
    for (const each of hidden) {
      const { element, isSilent } = each;
      const control = openers.get(element.token.attributes.get("id") ?? "") ?? each.control;
      const isWhole = isSilent ? isMostSilent : isMost;
      const isOpened = mayBeText(element) && (isWhole || isOpenable(each, control));
      const isNote = this.#ofNotes.has(element) && element.signs <= MAX_NOTE;
      if (!isOpened && !isNote) this.#drop(element);
      else {
        this.#edits.set(element.start, { kind: "write", tokens: [shown(element.token)] });
        if (control !== null && isOpened && !control.isOfMenu) this.#opening.add(control);
      }
    }
  }

  /** Puts the label of its tab at the beginning of each panel, if there are several. */
  editTabs(): void {
    const { panels, controls, ids } = this.#survey;
    const tabs = controls.filter(({ isTab, isOfMenu }) => isTab && !isOfMenu);
    if (panels.length < 2 || tabs.length !== panels.length) return;
    for (const [at, panel] of panels.entries()) {
      const id = panel.token.attributes.get("id") ?? "";
      const labelled = ids.get(examined(panel.token, "aria-labelledby"));
      const tab =
        tabs.find(({ element, opens }) => element === labelled || (id !== "" && opens.includes(id))) ?? tabs[at];
      if (tab === undefined) continue;
      this.#drop(tab.element);
      const label = [start("h4"), { kind: "text", text: tab.label }, end("h4")] as const;
      const edit = this.#edits.get(panel.start);
      const first = edit?.kind === "write" ? edit.tokens : [panel.token];
      this.#edits.set(panel.start, { kind: "write", tokens: [...first, ...label] });
    }
  }

  /** A question that opens its answer becomes a heading; any other button is left out. */
  editControls(): void {
    const { controls, buttons, ids } = this.#survey;
    const isRead = new Set<Surveyed>();
    for (const control of controls) {
      const { element, isOfMenu, isTab, opens } = control;
      if (isTab || isOfMenu || element.name === "summary") continue;
      const part = opens.map((id) => ids.get(id)).find((target) => target !== undefined);
      if (!this.#opening.has(control) && (part === undefined || !mayBeText(part))) continue;
      if (control.label.trim() === "" || this.#edits.has(element.start)) continue;
      isRead.add(element);
      const isHeading = [...around(element)].some(({ name }) => HEADING.test(name));
      if (isHeading && element.name !== "button" && element.name !== "a") continue;
      this.#edits.set(element.start, { kind: "write", tokens: isHeading ? [] : [start("h3")] });
      this.#edits.set(element.end, { kind: "write", tokens: isHeading ? [] : [end("h3")] });
    }
    for (const button of buttons) {
      if (isRead.has(button)) continue;
      const heading = [...around(button)].find(({ name }) => /^h[1-6]$/.test(name));
      if (heading?.signs === button.signs || button.signs >= MIN_TEXT) {
        this.#edits.set(button.start, { kind: "write", tokens: [] });
        this.#edits.set(button.end, { kind: "write", tokens: [] });
      } else this.#drop(button);
    }
  }

  editDialogs(): void {
    const { dialogs, signs } = this.#survey;
    for (const dialog of dialogs) {
      const isRole =
        DIALOG_ROLE.test(examined(dialog.token, "role")) || examined(dialog.token, "aria-modal") === "true";
      const most = isRole ? signs / 2 : Math.min(MAX_CONSENT, signs / 2);
      if (dialog.signs < most) this.#drop(dialog);
    }
  }

  #drop({ start: at, end: to }: Surveyed): void {
    this.#edits.set(at, { kind: "drop", to });
  }
}

/** Whether a hidden element may hold text: it is not a menu, a dialog, a repetition or a list of links. */
function mayBeText(element: Surveyed): boolean {
  if (isForScreenReaders(element.token) || element.isMenu || isModal(element)) return false;
  if ([...around(element.parent)].some(({ name }) => AROUND.has(name))) return false;
  return element.signs > 0 && 2 * element.linked <= element.signs;
}

/** Whether a person could open a hidden element on the page. */
function isOpenable({ element, control }: HiddenElement, opener: Control | null): boolean {
  const { token } = element;
  if (examined(token, "hidden").toLowerCase() === "until-found" || examined(token, "role") === "tabpanel") return true;
  if (opener !== null) return !opener.isOfMenu || (opener !== control && OPENABLE.test(namesOf(token)));
  return OPENABLE.test(namesOf(token));
}

const isNamedNote = ({ token }: Surveyed): boolean =>
  NOTE_ROLE.test(examined(token, "role")) || NOTE_NAME.test(namesOf(token));

/** The element of the note: the one with the id, or the one around a mere anchor. */
function noteOf(target: Surveyed): Surveyed | null {
  const block = [...around(target)].find(({ name, signs }) => !INLINE_TARGET.test(name) || signs > 20) ?? null;
  if (block === null || !/^t[dh]$/.test(block.name)) return block;
  return block.parent?.name === "tr" ? block.parent : block;
}
