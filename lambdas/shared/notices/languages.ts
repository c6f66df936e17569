/** The languages of notices and of the interface (BCP 47); the first is that of a stage whose settings name none. */
export const LANGUAGES = ["en", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];
