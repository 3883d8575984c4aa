import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'

const tabs = [
  { title: 'Summary', path: evmTabPaths.walletContract },
  { title: 'Code', path: evmTabPaths.walletCode },
  { title: 'Read', path: evmTabPaths.walletRead },
  { title: 'Write', path: evmTabPaths.walletWrite },
  { title: 'Storage', path: evmTabPaths.walletStorage },
] as const

/** Around the pages of a contract's code: the links from one to another, below the tab that leads to them. */
export const ContractTabs = ({
  path: current,
  chain,
  address,
  children,
}: {
  path: string
  chain: string
  address: string
  children: ReactNode
}) => (
  <>
    <nav aria-label="Contract" className="tab-strip mb-4">
      <ul className="flex w-fit gap-0.5 rounded-lg border border-line bg-sunken p-0.5">
        {tabs.map(({ title, path }) => {
          const href = path({ chain, address })
          return (
            <li key={href}>
              <Link href={href} keepScroll aria-current={href === current ? 'page' : undefined} className="inner-tab">
                {title}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
    {children}
  </>
)
