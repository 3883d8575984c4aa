/** Tells Next.js, in this process and its children, where its pages are (next.config.mjs). */
export const setPagesFolder = (folder: string): void => {
  process.env.PAGES_FOLDER = folder
}
