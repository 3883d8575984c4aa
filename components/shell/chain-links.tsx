'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import type { FamilyChain } from '#components/family.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { withFilters } from '#lib/format/filters.ts'
import { chainOfPage } from './search/chain-of-page.ts'

/** Links to the lists of the page's chain; on pages of all chains, to those of the first one. */
export const ChainLinks = ({ chains, className }: { chains: readonly FamilyChain[]; className: string }) => {
  const search = useSearchParams()
  const own = chainOfPage(chains, usePathname()) ?? chains[0]
  return own?.lists?.map(
    ({ path, headerTitle, isExtra, keeps = [] }) =>
      headerTitle && (
        <Link
          key={path}
          href={withFilters(path, Object.fromEntries(keeps.map((name) => [name, search?.get(name) ?? undefined])))}
          className={classNames(className, isExtra && 'sm:max-xl:hidden')}
        >
          {headerTitle}
        </Link>
      ),
  )
}
