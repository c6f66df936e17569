import { Blob } from "node:buffer";
import { h } from "preact";
import { afterEach, beforeEach, vi } from "vitest";
// Loaded before a test presses the buttons that load them.
import "../../../console/parts/moving/export-dialog.tsx";
import "../../../console/parts/moving/import-dialog.tsx";
import { MovingButtons } from "../../../console/parts/moving/moving-buttons.tsx";
import type { MovedType } from "../../../console/parts/moving/moving-texts.ts";
import { becomes, press } from "./acts.ts";
import type { Page } from "./page.ts";

export const OWLS = "https://blog.example/owls";
export const WRENS = "https://blog.example/wrens";
export const DECK = "https://speakerdeck.com/hedge/birds";

/** Gives each test of a file what a dialog of files needs. */
export function movingPage(): void {
  beforeEach(() => void vi.stubGlobal("Blob", Blob));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Opens a dialog by its button. */
export async function shows(page: Page, name: "Import" | "Export", type: MovedType = "bookmark"): Promise<void> {
  await page.show(() => h(MovingButtons, { type }));
  await press(name);
  await becomes(() => document.querySelector("dialog[open]") !== null);
}
