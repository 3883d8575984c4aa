import type { ReactNode } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'

/** A value with its copy button, which stays beside it on narrow screens. */
export const Copied = ({ value, label, children }: { value: string; label: string; children: ReactNode }) => (
  <span className="flex min-w-0 items-center gap-1">
    <span className="min-w-0">{children}</span>
    <CopyButton value={value} label={label} />
  </span>
)
