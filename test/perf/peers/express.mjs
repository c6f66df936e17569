// Validates as Express functions mostly do: with zod as its guide imports it.
import { z } from "zod";
import { expressHandler } from "./express-app.mjs";

const body = z.object({ url: z.string(), memo: z.string().max(5_000).nullable().default(null) });

export const handler = expressHandler((value) => body.safeParse(value));
