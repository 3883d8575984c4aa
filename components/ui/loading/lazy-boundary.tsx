import { Component, type ReactNode, Suspense } from 'react'
import { isLoadFault } from './load-fault.ts'

type Props = {
  children: ReactNode
  /** Shown until the code has loaded. */
  fallback?: ReactNode
  /** Shown when the code cannot be loaded; `fallback` by default. */
  missing?: ReactNode
}

/** Wraps parts whose code loads on demand: where it cannot be loaded, the rest of the page stays. Other errors are rethrown. */
export const LazyBoundary = ({ fallback, missing = fallback, children }: Props) => (
  <Loaded missing={missing}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Loaded>
)

class Loaded extends Component<Props, { fault?: unknown }> {
  override state: { fault?: unknown } = {}

  static getDerivedStateFromError(fault: unknown) {
    return { fault }
  }

  override render(): ReactNode {
    const { fault } = this.state
    if (fault === undefined) return this.props.children
    if (isLoadFault(fault)) return this.props.missing
    throw fault
  }
}
