import type { ReactNode } from 'react'

/** The bar above a list without filters, with its tools at the end, as in lists with filters. */
export const ListBar = ({ children }: { children: ReactNode }) => (
  <div className="title-tools flex h-11 items-center justify-end gap-3 border-line border-b px-4">{children}</div>
)
