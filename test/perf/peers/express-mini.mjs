// Validates with what Magpie validates with: only the framework differs.
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import { expressHandler } from "./express-app.mjs";

z.config(en());
const body = z.object({ url: z.string(), memo: z._default(z.nullable(z.string().check(z.maxLength(5_000))), null) });

export const handler = expressHandler((value) => z.safeParse(body, value));
