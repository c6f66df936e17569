import { readFileSync } from "node:fs";
import { fitPicturesWithin } from "../../lambdas/shared/pictures/fit-pictures.ts";
import { THUMBNAIL, WHOLE } from "../../lambdas/shared/pictures/picture-size.ts";
import { pictureType } from "../../lambdas/shared/pictures/picture-type.ts";
import { residentMemory } from "../resident-memory.ts";

// Makes one picture fit, like a worker. Arguments: the file, the megabytes for decoding.
const [file = "", megabytes] = process.argv.slice(2);
const bytes = readFileSync(file);
const picture = { type: pictureType(bytes) ?? "image/png", bytes };
const orders = [{ picture, sizes: [WHOLE, THUMBNAIL] }];
const [copies = null] = await fitPicturesWithin(Number(megabytes))(orders, performance.now() + 60_000);
const lengths = copies?.map((copy) => copy.bytes.length) ?? null;
process.stdout.write(JSON.stringify({ lengths, megabytes: residentMemory("self").peak }));
