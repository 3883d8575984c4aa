'use client'

import { usePathname } from 'next/navigation'
import { Link } from './link.tsx'

export type Tab = {
  title: string
  href: string
  count?: string
  /** Pages behind this tab besides its own. */
  within?: readonly string[]
}

/** Tabs that are pages with their own URLs. */
export const TabBar = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const pathname = usePathname()
  return (
    <nav aria-label={label} className="tab-strip tab-bar">
      <ul>
        {tabs.map(({ title, href, count, within }) => (
          <li key={href}>
            <Link
              href={href}
              keepScroll
              aria-current={within?.includes(pathname) ? 'true' : pathname === href.split('?')[0] ? 'page' : undefined}
              className="tab"
            >
              {title} {count !== undefined && <span className="tab-count">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
