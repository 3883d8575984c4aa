import { Info } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'

/** A sentence above a list about what it does not include, and how to index it. */
export const CoverageNote = ({ note, children }: { note: string; children?: ReactNode }) => (
  <p
    role="note"
    className="mb-4 flex items-start gap-2 rounded-lg border border-line bg-warn/5 px-3 py-2 text-sm leading-5"
  >
    <Icon of={Info} size={15} className="mt-0.5 shrink-0 text-warn" />
    <span className="min-w-0">
      {note} {children && <span className="text-muted">{children}</span>}
    </span>
  </p>
)
