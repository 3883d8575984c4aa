'use client'

import { ChevronDown } from 'lucide'
import { usePathname } from 'next/navigation'
import { ChainIcon } from '#components/chain/chain-icon.tsx'
import type { FamilyChain } from '#components/family.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { chainOfPage } from './search/chain-of-page.ts'

/** The same page of another chain of the family, if it has that page; otherwise the chain's front page. */
const pathOn = (
  to: FamilyChain,
  from: FamilyChain | undefined,
  pathname: string,
  shared: readonly string[],
): string => {
  const page = from?.family === to.family ? pathname.slice(from.path.length) : ''
  const isShared = shared.some((path) => (path.endsWith('/') ? `${page}/`.startsWith(path) : page === path))
  return to.path + (isShared ? page : '')
}

/** The served chains and ledgers. */
export const ChainSwitch = ({
  chains,
  sharedPaths,
}: {
  chains: readonly FamilyChain[]
  /** Paths below a chain's own that other chains of its family have, too; with `/` at the end, all pages below it. */
  sharedPaths: readonly string[]
}) => {
  const pathname = usePathname()
  const current = chainOfPage(chains, pathname)
  if (chains.length === 0) return null
  const shown = current ?? (chains.length === 1 ? chains[0] : undefined)
  return (
    <Menu className="group relative">
      <summary className="whitespace-nowrap flex h-8 list-none items-center gap-1.5 rounded-lg border border-line bg-surface px-2.5 text-sm hover:border-accent">
        <span className="sr-only">Chain: </span>
        {shown && <ChainIcon icon={shown.icon} colour={shown.colour} />}
        {shown?.title ?? 'All chains'}
        <Icon of={ChevronDown} size={14} className="text-muted group-open:rotate-180" />
      </summary>
      <ul className="absolute left-0 z-30 mt-1 min-w-44 rounded-xl border border-line bg-surface py-1 shadow-lg">
        {chains.map((choice) => (
          <li key={choice.chain}>
            <Link
              href={pathOn(choice, current, pathname, sharedPaths)}
              aria-current={choice === current ? 'true' : undefined}
              className="flex items-center gap-2 px-4 py-2 text-sm hover:bg-sunken aria-[current]:text-accent"
            >
              <ChainIcon icon={choice.icon} colour={choice.colour} />
              {choice.title}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
