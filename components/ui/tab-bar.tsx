'use client'

import { usePathname } from 'next/navigation'
import { Link } from '#components/ui/link.tsx'

export type Tab = {
  title: string
  href: string
  count?: string
  /** Pages behind this tab, its own first: shown below the tabs while one of them is open. */
  within?: readonly Tab[]
}

/** Tabs that are pages with their own URLs. */
export const TabBar = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const pathname = usePathname()
  const isOpen = ({ href }: Tab) => pathname === href.split('?')[0]
  const isAbove = (tab: Tab) => isOpen(tab) || tab.within?.some(isOpen)
  const inner = tabs.find(isAbove)
  return (
    <>
      <nav aria-label={label} className="tab-strip mt-5 mb-4 border-line border-b">
        <ul className="flex gap-1">
          {tabs.map((tab) => (
            <li key={tab.href}>
              <Link
                href={tab.href}
                keepScroll
                aria-current={isAbove(tab) ? (tab.within ? 'true' : 'page') : undefined}
                className="tab"
              >
                {tab.title}{' '}
                {tab.count !== undefined && <span className="ml-0.5 text-label text-muted">{tab.count}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {inner?.within && (
        <nav aria-label={inner.title} className="tab-strip mb-4">
          <ul className="flex w-fit gap-0.5 rounded-lg border border-line bg-sunken p-0.5">
            {inner.within.map((tab) => (
              <li key={tab.href}>
                <Link href={tab.href} keepScroll aria-current={isOpen(tab) ? 'page' : undefined} className="inner-tab">
                  {tab.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
