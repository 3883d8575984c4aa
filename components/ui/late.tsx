import { Component, type ReactNode, Suspense } from 'react'
import { isLoadFault } from './load-fault.ts'

type Props = {
  children: ReactNode
  /** Stands there until the code has come. */
  fallback?: ReactNode
  /** Stands there when it cannot come; otherwise that is `fallback`. */
  missing?: ReactNode
}

/** Around parts whose code is loaded late: where it cannot be loaded, the page is as it was before. Any other fault goes on up. */
export const Late = ({ fallback, missing = fallback, children }: Props) => (
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
