import { beforeEach } from "vitest";

/** What happy-dom has beside the standard. */
interface HappyWindow {
  readonly Response: typeof Response;
  readonly happyDOM: {
    readonly settings: {
      enableIframePageLoading: boolean;
      readonly fetch: { interceptor: { beforeAsyncRequest: (of: { window: HappyWindow }) => Promise<Response> } };
    };
  };
}

/** Answers every frame of a file's tests with an empty page, in place of another site. */
export function emptyFrames(): void {
  beforeEach(() => {
    const { settings } = (window as unknown as HappyWindow).happyDOM;
    settings.enableIframePageLoading = true;
    settings.fetch.interceptor = { beforeAsyncRequest: async ({ window }) => new window.Response("<p></p>") };
  });
}
