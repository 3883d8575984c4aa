'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { chainOfPage } from './search/chain-of-page.ts'

/** The lists of a chain that the header links to. */
export type LinkedLists = {
  /** The chain's own. */
  path: string
  links: readonly { href: string; title: string; isExtra?: boolean; keeps?: readonly string[] }[]
}

/** Links to the lists of the page's chain; on pages of all chains, to those of the first one. */
export const ChainLinks = ({ lists, className }: { lists: readonly LinkedLists[]; className: string }) => {
  const search = useSearchParams()
  const own = chainOfPage(lists, usePathname()) ?? lists[0]
  return own?.links.map(({ href, title, isExtra, keeps = [] }) => {
    const kept = new URLSearchParams([...search].filter(([name]) => keeps.includes(name))).toString()
    return (
      <Link
        key={href}
        href={kept ? `${href}?${kept}` : href}
        className={classNames(className, isExtra && 'sm:max-xl:hidden')}
      >
        {title}
      </Link>
    )
  })
}
