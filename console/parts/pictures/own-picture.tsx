import { ownPath } from "./own-path.ts";
import { Thumbnail } from "./thumbnail.tsx";

/** A copied picture; nothing without one. */
export function OwnPicture({
  url,
  width,
  height,
}: {
  /** As the API gives it. */
  readonly url: string | null;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}) {
  const path = ownPath(url);
  return path && <Thumbnail src={path} width={width} height={height} />;
}
