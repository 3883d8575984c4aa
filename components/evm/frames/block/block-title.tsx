import { Neighbours } from '#components/chain/neighbours.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmBlockDetail } from '#lib/evm/block/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** A block's number with its neighbours, as buttons and under `[` and `]`. */
export const BlockTitle = ({ state, block }: { state: EvmChainState; block: EvmBlockDetail }) => {
  const number = BigInt(block.block_number)
  const last = state.indexed_block
  const pathOf = (target: bigint) => evmPaths.block({ chain: state.chain, block: target.toString() })
  const previous = number > 0n ? pathOf(number - 1n) : undefined
  const next = last === null || number < BigInt(last) ? pathOf(number + 1n) : undefined
  return (
    <PageTitle
      tools={<PageToolsButton />}
      kind={`Block ${groupedNumber(block.block_number)}`}
      aside={
        <Neighbours previous={{ title: 'Previous block', href: previous }} next={{ title: 'Next block', href: next }} />
      }
    >
      <span className="min-w-0 break-all font-mono text-muted">{block.block_hash}</span>
      <CopyButton value={block.block_hash} label="Copy block hash" />
      <Badge>{state.title}</Badge>
      {block.finalized !== null && (
        <Badge tone={block.finalized ? 'good' : 'neutral'}>{block.finalized ? 'Final' : 'Not final'}</Badge>
      )}
    </PageTitle>
  )
}
