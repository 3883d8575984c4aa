import { CoverageLine } from '#components/chain/coverage-line.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { useChainState } from './use-chain-state.ts'

const words = { SYNCED: 'Indexed', SYNCING: 'Indexing, so far', STALLED: 'Indexing has stopped,' } as const

/** Which blocks of a chain are indexed. */
export const IndexedBlocks = ({ state: initial }: { state: EvmChainState }) => {
  const state = useChainState(initial)
  const { status, coverage, coverage_note, indexed_block, head_block, first_block } = state
  if (indexed_block === null) return null
  return (
    <>
      <p>
        {coverage?.includes(',')
          ? 'Indexed in parts, up to block'
          : `${words[status]} block ${groupedNumber(first_block ?? '0')} to`}{' '}
        {groupedNumber(indexed_block)}
        {status === 'SYNCING' && head_block && ` of ${groupedNumber(head_block)}`}
        {state.indexed_block_timestamp && (
          <>
            , <Timestamp iso={state.indexed_block_timestamp} />
          </>
        )}
      </p>
      {coverage && <CoverageLine ranges={coverage} last={head_block ?? indexed_block} unit="block" />}
      {coverage_note && <p className="text-muted">{coverage_note}</p>}
    </>
  )
}
