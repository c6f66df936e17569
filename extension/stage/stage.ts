import type { SignInConfig } from "../../console/config.ts";

export interface Stage {
  /** Of the site, without a slash at the end. */
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly signIn: SignInConfig;
}

const KEY = "stage";

export async function readStage(): Promise<Stage | null> {
  const stored = await chrome.storage.local.get(KEY);
  return (stored[KEY] as Stage | undefined) ?? null;
}

export async function keepStage(stage: Stage): Promise<void> {
  await chrome.storage.local.set({ [KEY]: stage });
}

/** Forgets the stage, and gives the permission for its host back. */
export async function forgetStage({ siteUrl }: Stage): Promise<void> {
  await chrome.storage.local.remove(KEY);
  await chrome.permissions.remove({ origins: [hostPattern(siteUrl)] });
}

/** All addresses of a site's host, as permissions name them. They can't name a port: Firefox refuses it. */
export function hostPattern(siteUrl: string): string {
  const { protocol, hostname } = new URL(siteUrl);
  return `${protocol}//${hostname}/*`;
}
