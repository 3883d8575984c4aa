'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Link } from '#components/ui/link.tsx'
import { classNames } from './class-names.ts'

export type Tab = {
  title: string
  href: string
  count?: string
}

/** Pixels in which the tab before still shows. */
const tabsBefore = 80

/** Tabs that are pages: each has a URL of its own. */
export const TabBar = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const pathname = usePathname()
  const bar = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the tab that was opened may lie beyond the edge
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && open) bar.current.scrollLeft = open.offsetLeft - bar.current.offsetLeft - tabsBefore
  }, [pathname])
  return (
    <nav ref={bar} aria-label={label} className="mt-6 mb-4 overflow-x-auto border-line border-b">
      <ul className="flex gap-1">
        {tabs.map(({ title, href, count }) => {
          const isCurrent = pathname === href.split('?')[0]
          return (
            <li key={href}>
              <Link
                href={href}
                keepScroll
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  '-mb-px block whitespace-nowrap border-b-2 px-3 py-2 text-sm',
                  isCurrent ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
                )}
              >
                {title} {count !== undefined && <span className="ml-0.5 text-muted text-xs">{count}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
