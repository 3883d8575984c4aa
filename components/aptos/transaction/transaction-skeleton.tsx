import { FactSkeleton } from '#components/aptos/parts/fact-skeleton.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'

/** Placeholder for a transaction's facts and what follows them. */
export const TransactionSkeleton = () => (
  <div className="space-y-4" aria-busy="true">
    <Skeleton className="w-96 max-w-full" />
    <Panel aria-label="Loading the transaction">
      <Facts>
        <FactSkeleton label="Hash" />
        <Fact label="Status" wide>
          <Skeleton className="my-1 w-48" />
        </Fact>
        <FactSkeleton label="Block" width="w-24" />
        <FactSkeleton label="Time" width="w-32" />
        <FactSkeleton label="Sender" />
      </Facts>
    </Panel>
    <Panel title="Payload">
      <Skeleton className="m-4 h-24" />
    </Panel>
    <Panel title="Events">
      <Skeleton className="m-4 h-40" />
    </Panel>
  </div>
)
