import { ChevronDown } from 'lucide'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { OutcomeCounts } from '#components/evm/parts/proof/outcome-badge.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import type { Ask } from '#lib/pages/question.ts'
import { CheckAgain } from './check-again.tsx'
import { CheckRows } from './check-rows.tsx'

const frame = 'mt-4'

/**
 * The checks of a block: one line that expands, and is expanded if a check failed. A block indexed before checks
 * existed is checked against the node, which takes a moment.
 */
export const BlockChecks = async ({ ask, chain, block }: { ask: Ask; chain: string; block: string }) => {
  const input = { chain, block_number_or_hash: block }
  const { data, fault } = await ask(evmExplorerCall('evmBlockChecks', input))
  if (fault)
    return (
      <Panel aria-label="Checks" className={frame}>
        <p className="flex min-h-11 items-center px-4 py-2 text-muted text-sm">Not checked: {fault.message}</p>
      </Panel>
    )
  const { checks, source } = data
  const hasFailed = checks.some(({ outcome }) => outcome === 'failed')
  return (
    <Panel aria-label="Checks" className={frame}>
      <details open={hasFailed} className="group/checks">
        <summary className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
          <h2 className="font-semibold">Checks</h2>
          <OutcomeCounts outcomes={checks.map(({ outcome }) => outcome)} />
          <span className="text-muted max-md:hidden">
            {source === 'index' ? 'Recomputed when the block was indexed' : 'Recomputed from the node’s current data'}
          </span>
          <Icon of={ChevronDown} size={16} className="ml-auto text-muted group-open/checks:rotate-180" />
        </summary>
        {hasFailed && (
          <p className="border-line border-t px-4 py-2.5 text-bad text-sm">
            This data does not match the block hash, or has an unknown form. The block is kept as the node returned it;
            compare it with another node and re-index it from there.
          </p>
        )}
        <CheckRows label="Checks" checks={checks} />
        <CheckAgain key={block} chain={chain} block={block} />
        <SourceFoot title="Checks" call={evmExplorerCall('evmBlockChecks', input)} />
      </details>
    </Panel>
  )
}

export const BlockChecksSkeleton = () => (
  <Panel aria-hidden data-loading className={frame}>
    <div className="flex h-11 items-center px-4">
      <Skeleton className="w-40" />
    </div>
  </Panel>
)
