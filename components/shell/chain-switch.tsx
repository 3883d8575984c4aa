'use client'

import { ChevronDown } from 'lucide'
import { usePathname } from 'next/navigation'
import { ChainIcon } from '#components/chain/chain-icon.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import { aptos, type ChainChoice } from './chain-choice.ts'

/**
 * The same wallet, search or kind of list on another chain; other pages belong to one chain and lead to the home page
 * of the other.
 */
const pathOn = (chain: string, pathname: string): string => {
  const [, from, page, ...rest] = pathname.split('/')
  if (chain === aptos || from === aptos) return `/${pathSegment(chain)}`
  const isAnywhere = page === 'address' || page === 'erc20' || (page === 'nft' && rest[0] === 'search')
  return isAnywhere ? `/${[pathSegment(chain), page, ...rest].join('/')}` : `/${pathSegment(chain)}`
}

/** The served chains and ledgers. */
export const ChainSwitch = ({ chains }: { chains: readonly ChainChoice[] }) => {
  const pathname = usePathname()
  const current = chains.find(({ chain }) => pathname.split('/')[1] === pathSegment(chain))
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
        {chains.map(({ chain, title, icon, colour }) => (
          <li key={chain}>
            <Link
              href={pathOn(chain, pathname)}
              aria-current={chain === current?.chain ? 'true' : undefined}
              className="flex items-center gap-2 px-4 py-2 text-sm hover:bg-sunken aria-[current]:text-accent"
            >
              <ChainIcon icon={icon} colour={colour} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
