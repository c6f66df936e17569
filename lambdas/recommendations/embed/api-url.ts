/** The API's address, without a slash at the end. The answer to `GET /embed.js` defines it in front of the script. */
declare const MAGPIE_API_URL: string;

export const API_URL = MAGPIE_API_URL;
