import { Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import { FactSkeleton } from './fact-skeleton.tsx'

/** Placeholder for the facts that come with the transactions. */
export const ProposerSkeleton = () => (
  <>
    <FactSkeleton label="Epoch, round" width="w-24" />
    <FactSkeleton label="Proposer" />
  </>
)

/** Every block but the first has these. */
export const ConsensusSkeleton = () => (
  <Panel title="Consensus" aria-busy="true">
    <Facts>
      <FactSkeleton label="Failed proposers" long />
      <FactSkeleton label="Votes" long />
    </Facts>
  </Panel>
)

const rowsShown = 12

/** Placeholder for a list that fills the screen, or for a shorter one. */
export const TransactionsSkeleton = ({ count }: { count: number }) => (
  <Panel title="Transactions" aria-busy="true" aria-label="Loading the transactions">
    <div className="flex gap-2 border-line border-b px-4 py-2">
      <Skeleton className="h-8 w-20" />
      <Skeleton className="h-8 w-28" />
    </div>
    {Array.from({ length: Math.min(count, rowsShown) }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: places that never move
      <div key={index} className="flex h-23 items-center gap-3 border-line border-b px-4 lg:h-10">
        <Skeleton className="w-24" />
        <Skeleton className="w-20" />
        <Skeleton className="grow" />
      </div>
    ))}
  </Panel>
)
