'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { browserFamilies } from '#components/browser-families.ts'
import type { FamilyChain } from '#components/family.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { chainOfPage } from './search/chain-of-page.ts'

/** Links to the lists of the page's chain; on pages of all chains, to those of the first one. */
export const ChainLinks = ({ chains, className }: { chains: readonly FamilyChain[]; className: string }) => {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const chain = chainOfPage(chains, pathname) ?? chains[0]
  const family = browserFamilies.find(({ name }) => name === chain?.family)
  return (chain && family?.lists?.(chain.chain, search))?.map(
    ({ path, headerTitle, isExtra }) =>
      headerTitle && (
        <Link key={path} href={path} className={classNames(className, isExtra && 'sm:max-xl:hidden')}>
          {headerTitle}
        </Link>
      ),
  )
}
