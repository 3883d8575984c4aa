import { browserFamilies } from '#components/browser-families.ts'

/** Opens the tab of a page that another explorer's link names behind `#`, if it names one. */
export const openNamedTab = async (router: { replace: (path: string) => void }): Promise<void> => {
  const name = location.hash.slice(1)
  if (document.getElementById(name)) return
  for (const { namedTab } of browserFamilies) {
    const tab = await namedTab?.(location.pathname, name)
    if (tab) return router.replace(tab)
  }
}
