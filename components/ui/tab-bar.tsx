'use client'

import { usePathname } from 'next/navigation'
import { Link } from '#components/ui/link.tsx'

export type Tab = {
  title: string
  href: string
  count?: string
}

/** Tabs that are pages with their own URLs. */
export const TabBar = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const pathname = usePathname()
  return (
    <nav aria-label={label} className="mt-6 mb-4 overflow-x-auto border-line border-b">
      <ul className="flex gap-1">
        {tabs.map(({ title, href, count }) => {
          const isCurrent = pathname === href.split('?')[0]
          return (
            <li key={href}>
              <Link href={href} keepScroll aria-current={isCurrent ? 'page' : undefined} className="tab">
                {title} {count !== undefined && <span className="ml-0.5 text-muted text-xs">{count}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
