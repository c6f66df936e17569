import type { Language } from "../../lambdas/shared/notices/languages.ts";

/**
 * Loads the texts of a language, unless they are there. The console's build fills this module: see
 * lib/console/texts-on-demand.ts. Elsewhere the texts of every language stand in the modules that declare them.
 */
export const loadTexts: (language: Language) => Promise<void> = () => Promise.resolve();
