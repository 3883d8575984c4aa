import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'

export const WalletActivitySkeleton = () => (
  <Panel aria-hidden data-loading className="mt-4">
    <div className="flex h-14 items-center px-4">
      <Skeleton className="h-6 w-full" />
    </div>
  </Panel>
)
