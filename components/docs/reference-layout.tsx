import type { ReactNode } from 'react'
import { type ListedSystem, ReferenceNav } from './reference-nav.tsx'

/** `current` is the path of the current page. */
export const ReferenceLayout = ({
  systems,
  current,
  children,
}: {
  systems: readonly ListedSystem[]
  current?: string
  children: ReactNode
}) => (
  <div className="flex flex-col gap-4 lg:flex-row lg:gap-10">
    <ReferenceNav systems={systems} current={current} />
    <div className="min-w-0 grow">{children}</div>
  </div>
)
