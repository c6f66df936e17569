import type { SiteAnswer } from "./simulated-site.ts";

/** A hedge below the sky: 32 by 18 pixels. */
const PNG = [
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAASCAIAAAC1qksFAAAAS0lEQVR42mOYdvghTRHDqAWjFgxbC/Ty7CCI+hbAjUZG1LEAq9EE",
  "rWEgxpvEmI7LDgaCfiTSaFx2MOC3n1TTMY1iINsIItGoBQQRAACF6i7ZTftEAAAAAElFTkSuQmCC",
].join("");

/** An answer with a picture, which calls itself something else, as pictures of real sites do. */
export const pictureAnswer: SiteAnswer = {
  status: 200,
  headers: { "content-type": "application/octet-stream" },
  body: Buffer.from(PNG, "base64"),
};
