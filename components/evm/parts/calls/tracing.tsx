import { Skeleton } from '#components/ui/skeleton.tsx'

/** Shown while the node runs the transaction again, which may take seconds. */
export const Tracing = () => (
  <div role="status" aria-label="The node is running the transaction again" className="grid gap-3 p-4" data-loading>
    <Skeleton className="w-3/5" />
    <Skeleton className="w-4/5" />
    <Skeleton className="w-2/5" />
  </div>
)
