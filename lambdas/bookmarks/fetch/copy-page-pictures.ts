import type { Clock } from "../../shared/clock.ts";
import { log } from "../../shared/log.ts";
import type { PictureServices } from "../../shared/pictures/copy-pictures.ts";
import { copyPictures } from "../../shared/pictures/copy-pictures.ts";
import { THUMBNAIL, WHOLE } from "../../shared/pictures/picture-size.ts";
import type { Bookmark, PagePictures } from "../domain/bookmark.ts";
import { mayBeCopied } from "../domain/copied-picture.ts";
import { imagesOf, withCopies } from "../readers/content-pictures.ts";
import type { PageContent } from "../readers/page-content.ts";
import type { DailyUsesTable } from "../tables/daily-uses-table.ts";

/** The number of images of a page's text that are copied (docs/decisions/0046-pictures.md). */
const MOST_IMAGES = 12;

export interface CopiedPictures {
  /** Null for a picture that the page lacks. Absent for one that is not available now, so that an earlier copy stays. */
  readonly paths: Partial<PagePictures>;
  /** The content with the copies as its images; images without a copy are links. */
  readonly html: string;
  /** The paths of the copies that were not there before. */
  readonly added: readonly string[];
}

/** Pages a day and user whose pictures are copied: storing a picture costs as much as eight writes of the table. */
export const COPIED_PAGES_A_DAY = 4_000;

export interface PagePictureServices extends PictureServices {
  /** Counts the pages whose pictures are copied. */
  readonly images: Pick<DailyUsesTable, "take">;
  readonly clock: Pick<Clock, "now">;
}

/** Copies the pictures of a page: the one by which it is shared, its icon, and the first images of its text. */
export async function copyPagePictures(
  { id, userId, contentFolder }: Pick<Bookmark, "id" | "userId" | "contentFolder">,
  { iconUrls, imageUrl, html }: Pick<PageContent, "iconUrls" | "imageUrl" | "html">,
  services: PagePictureServices,
): Promise<CopiedPictures> {
  const image = [imageUrl].filter((address) => address !== null).filter(mayBeCopied);
  const icons = iconUrls.filter(mayBeCopied);
  const images = imagesOf(html).filter(mayBeCopied).slice(0, MOST_IMAGES);
  if (!(await services.images.take(userId, services.clock.now()))) {
    log.info("pictures_over_limit", { bookmark_id: id, user_id: userId });
    return { paths: {}, html: withCopies(html, new Map()), added: [] };
  }
  const wanted = [
    { addresses: image, sizes: [WHOLE, THUMBNAIL] },
    // Icons appear in lists only.
    { addresses: icons, sizes: [THUMBNAIL] },
    ...images.map((address) => ({ addresses: [address], sizes: [WHOLE] })),
  ];
  const copied = await copyPictures(
    wanted.map((picture) => ({ ...picture, folder: contentFolder })),
    services,
  );
  const [[imagePath = null, thumbnailPath = null] = [], [iconPath = null] = [], ...copies] = copied.map(
    ({ paths }) => paths,
  );
  const pathOf = new Map(images.flatMap((address, index) => (copies[index]?.[0] ? [[address, copies[index][0]]] : [])));
  return {
    paths: {
      ...(imagePath === null && image.length > 0 ? {} : { imagePath, thumbnailPath }),
      ...(iconPath === null && icons.length > 0 ? {} : { iconPath }),
    },
    html: withCopies(html, pathOf),
    added: copied.flatMap(({ added }) => added),
  };
}
