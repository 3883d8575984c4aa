'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import type { FamilyChain, MenuList } from '#components/family.ts'
import { Link } from '#components/ui/link.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { withFilters } from '#lib/format/filters.ts'
import { chainOfPage } from './search/chain-of-page.ts'

export type MenuLink = { title: string; href: string }

/** Pages of no chain, under their titles in the header. */
export type SiteMenus = Readonly<Record<string, readonly MenuLink[]>>

/** The lists of the page's chain, by the menu that they are in; on pages of all chains, those of the first one. */
const useMenus = (chains: readonly FamilyChain[], siteMenus: SiteMenus): [title: string, links: MenuLink[]][] => {
  const search = useSearchParams()
  const own = chainOfPage(chains, usePathname()) ?? chains[0]
  const linkOf = ({ path, title, keeps = [] }: MenuList): MenuLink => ({
    title,
    href: withFilters(path, Object.fromEntries(keeps.map((name) => [name, search?.get(name) ?? undefined]))),
  })
  const menus: Record<string, MenuLink[]> = {}
  for (const list of own?.lists ?? []) menus[list.menu] = [...(menus[list.menu] ?? []), linkOf(list)]
  for (const [title, links] of Object.entries(siteMenus)) menus[title] = [...(menus[title] ?? []), ...links]
  return Object.entries(menus)
}

/** The menus; one of a single page is a link to it. */
export const ChainMenuBar = ({ chains, siteMenus }: { chains: readonly FamilyChain[]; siteMenus: SiteMenus }) =>
  useMenus(chains, siteMenus).map(([title, links]) => {
    const [first, ...more] = links
    if (first && more.length === 0)
      return (
        <Link key={title} href={first.href} className="header-item">
          {title}
        </Link>
      )
    return (
      <Menu key={title} className="group relative">
        <summary className="header-item">
          {title}
          <i className="mark mark-down" />
        </summary>
        <ul className="menu-panel right-0 min-w-48">
          {links.map((link) => (
            <li key={link.href}>
              <Link href={link.href} className="menu-item">
                {link.title}
              </Link>
            </li>
          ))}
        </ul>
      </Menu>
    )
  })
