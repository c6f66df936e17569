/** What the service worker tells the open pages: the build that it has loaded, or that the device has no space for the build. */
export type WorkerMessage = { readonly build: string } | { readonly isFull: true };
