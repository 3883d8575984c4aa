import { FactSkeleton } from '#components/aptos/parts/fact-skeleton.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { BalanceListSkeleton } from './balance-list.tsx'

/** Placeholder for the facts that come with an account's resources, as high as those of an ordinary account. */
export const OverviewSkeleton = ({ hasSent }: { hasSent: boolean }) => (
  <>
    <Panel title="Control" aria-busy="true">
      <Facts>
        <FactSkeleton label="Kind" />
        <FactSkeleton label="Key rotated" />
        {hasSent && <FactSkeleton label="Last signed with" />}
      </Facts>
    </Panel>
    <Panel title="Coins" aria-busy="true">
      <BalanceListSkeleton />
    </Panel>
  </>
)
