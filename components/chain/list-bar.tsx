import type { ReactNode } from 'react'

/** What stands over a list that has no filters: at its end, where the others have it. */
export const ListBar = ({ children }: { children: ReactNode }) => (
  <div className="flex h-11 items-center justify-end gap-3 border-line border-b px-4">{children}</div>
)
