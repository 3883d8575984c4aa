import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

/** Placeholder for a transaction's facts and what follows them. */
export const TransactionSkeleton = () => (
  <div className="space-y-4" aria-busy="true">
    <Skeleton className="w-96 max-w-full" />
    <Panel aria-label="Loading the transaction">
      <Facts>
        <Fact label="Hash" wide>
          <Skeleton className="my-1 w-full max-w-2xl" />
        </Fact>
        <Fact label="Status" wide>
          <Skeleton className="my-1 w-48" />
        </Fact>
        <Fact label="Block">
          <Skeleton className="my-1 w-24" />
        </Fact>
        <Fact label="Time">
          <Skeleton className="my-1 w-32" />
        </Fact>
        <Fact label="Sender" wide>
          <Skeleton className="my-1 w-full max-w-2xl" />
        </Fact>
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
