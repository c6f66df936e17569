/** The addresses of the API and the site, without a slash at the end. The answer to `GET /embed.js` defines them in front of the script. */
declare const MAGPIE_API_URL: string;
declare const MAGPIE_SITE_URL: string;

export const API_URL = MAGPIE_API_URL;
export const SITE_URL = MAGPIE_SITE_URL;
