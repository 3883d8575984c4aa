'use client'

import { usePathname } from 'next/navigation'
import { ChainIcon } from '#components/chain/chain-icon.tsx'
import type { FamilyChain } from '#components/family.ts'
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

/** From so many chains on, they can be searched: the command palette finds them by name. */
const searchedFrom = 9

/** The served chains and ledgers, test networks apart. The line below the header has the colour of the page's chain. */
export const ChainSwitch = ({
  chains,
  groups,
  sharedPaths,
}: {
  chains: readonly FamilyChain[]
  /** The same, in groups with titles. */
  groups: readonly (readonly [title: string, members: readonly FamilyChain[]])[]
  /** Paths below a chain's own that other chains of its family have, too; with `/` at the end, all pages below it. */
  sharedPaths: readonly string[]
}) => {
  const pathname = usePathname()
  const current = chainOfPage(chains, pathname)
  if (chains.length === 0) return null
  const shown = current ?? (chains.length === 1 ? chains[0] : undefined)
  return (
    <>
      {current?.colour && <span aria-hidden className="chain-line" style={{ background: current.colour }} />}
      {/* On a phone it takes what the row has left: a second row would come and go with the font, and move the page. */}
      <Menu className="group relative max-sm:min-w-20 max-sm:flex-[1_1_0]">
        <summary className="header-button w-fit max-w-full">
          <span className="sr-only">Chain: </span>
          {shown && <ChainIcon icon={shown.icon} colour={shown.colour} />}
          <span className="truncate">{shown?.title ?? 'All chains'}</span>
          <i className="mark mark-down shrink-0" />
        </summary>
        <div className="menu-panel left-0 w-64">
          {chains.length >= searchedFrom && (
            <button type="button" data-opens="commands" className="menu-item text-muted">
              Find a chain
            </button>
          )}
          {groups.map(([title, members]) => (
            <section key={title}>
              {groups.length > 1 && <h2 className="menu-title">{title}</h2>}
              <ul aria-label={title}>
                {members.map((choice) => (
                  <li key={choice.chain}>
                    <Link
                      href={pathOn(choice, current, pathname, sharedPaths)}
                      aria-current={choice === current ? 'true' : undefined}
                      className="menu-item aria-[current]:text-accent"
                    >
                      <ChainIcon icon={choice.icon} colour={choice.colour} />
                      {choice.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Menu>
    </>
  )
}
