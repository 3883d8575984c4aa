/** Every page of a list, from the first to the last. */
export const walkPages = async <Page extends { cursor: string | null }>(
  ask: (cursor: string | undefined) => Promise<Page>,
  between?: (page: number) => Promise<void>,
): Promise<Page[]> => {
  const pages: Page[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await ask(cursor)
    pages.push(page)
    if (page.cursor === null) return pages
    cursor = page.cursor
    await between?.(pages.length)
  }
}
