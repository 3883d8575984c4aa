import { FactSkeleton } from '#components/aptos/parts/fact-skeleton.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'

/** Placeholder for the facts that come with an account's resources. */
export const OverviewSkeleton = () => (
  <>
    <Panel title="Control" aria-busy="true">
      <Facts>
        <FactSkeleton label="Kind" />
        <FactSkeleton label="Key rotated" />
      </Facts>
    </Panel>
    <Panel title="Coins" aria-busy="true">
      <Facts>
        <FactSkeleton label="APT" />
      </Facts>
    </Panel>
  </>
)
