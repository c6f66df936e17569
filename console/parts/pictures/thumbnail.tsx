/** The picture of an item in a list, which repeats what stands beside it. */
export function Thumbnail(picture: {
  readonly src: string;
  /** Pixels, so that nothing moves when the picture comes. */
  readonly width: number;
  readonly height: number;
  readonly referrerpolicy?: "no-referrer";
  readonly onError?: () => void;
}) {
  return <img class="thumbnail" alt="" loading="lazy" decoding="async" {...picture} />;
}
