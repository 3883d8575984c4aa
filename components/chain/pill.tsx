'use client'

import { ChevronDown } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Menu } from '#components/ui/menu.tsx'

const dots = { good: 'bg-good', neutral: 'bg-muted', warn: 'bg-warn', bad: 'bg-bad' } as const

/** The coverage of an index in two words; a press shows the rest. */
export const Pill = ({
  title,
  tone,
  children,
}: {
  title: string
  tone: keyof typeof dots
  /** Sentences about what is indexed. */
  children: ReactNode
}) => (
  <Menu className="group relative inline-block align-middle">
    <summary className="badge cursor-pointer list-none hover:text-accent">
      <span aria-hidden className={`size-2 rounded-full ${dots[tone]}`} />
      {title}
      <Icon of={ChevronDown} size={12} className="group-open:rotate-180" />
    </summary>
    <div className="pill-panel">
      {children}
      <Link href="/status" className="justify-self-start text-accent hover:underline">
        What this server indexes
      </Link>
    </div>
  </Menu>
)
