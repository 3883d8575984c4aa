import type { ReactNode } from 'react'
import { Panel } from '#components/ui/panel.tsx'

/** Shown in place of a contract. */
export const NoContract = ({ children }: { children: ReactNode }) => (
  <Panel aria-label="Contract">
    <p className="px-4 py-8 text-center text-muted text-sm">{children}</p>
  </Panel>
)
