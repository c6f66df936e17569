import { OutsideImage } from "../parts/outside-image.tsx";

/** What a site says about itself. */
export function SiteDetails({ excerpt, image }: { readonly excerpt: string | null; readonly image: string | null }) {
  return (
    <>
      {excerpt !== null && (
        <p class="excerpt" lang="">
          {excerpt}
        </p>
      )}
      <OutsideImage url={image} width={320} height={180} />
    </>
  );
}
