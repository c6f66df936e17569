declare module "tar-fs" {
  /** Writes the files of an archive below a folder. */
  export function extract(folder: string, options: { readonly chown: boolean }): NodeJS.WritableStream;
}
