/**
 * Whether part of the page's code could not be loaded: the connection failed, or a new version was installed and its
 * old files are gone.
 */
export const isLoadFault = (error: unknown): boolean =>
  error instanceof Error &&
  /ChunkLoadError|Failed to load chunk|dynamically imported/i.test(`${error.name} ${error.message}`)
