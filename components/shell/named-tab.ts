import { browserFamilies } from '#components/browser-families.ts'

/** The tab of a page that another explorer's link names behind `#`; undefined if it names none. */
export const namedTab = async (path: string, name: string): Promise<string | undefined> => {
  for (const family of browserFamilies) {
    const tab = await family.namedTab?.(path, name)
    if (tab) return tab
  }
  return undefined
}
