import type { Language } from "../../lambdas/shared/notices/languages.ts";

// The console's build fills this module: see lib/console/texts-on-demand.ts. Elsewhere the texts of every language stand in
// the modules that declare them.

/** Loads the texts of a language, unless they are there. */
export const loadTexts: (language: Language) => Promise<void> = () => Promise.resolve();

/** What a module declares: in the console's build, what was loaded in its place. */
export const textsIn = <T>(_language: Language, declared: T): T => declared;
