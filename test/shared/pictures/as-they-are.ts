import type { FitPictures } from "../../../lambdas/shared/pictures/fit-pictures.ts";

/** Takes every picture for one that fits, in every size, without a thread. */
export const asTheyAre: FitPictures = async (orders) => orders.map(({ picture, sizes }) => sizes.map(() => picture));
