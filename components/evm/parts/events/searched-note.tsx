import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Found = Pick<Output<EvmExplorerApi['evmLogs']>, 'searched' | 'cursor' | 'blocks'>

/** How far the search came: a short list is no proof that there are no more. */
export const SearchedNote = ({
  found: { searched, cursor, blocks },
  state,
}: {
  found: Found
  state: Pick<EvmChainState, 'index_complete'>
}) => {
  if (!searched) return null
  const isPartial = blocks === 'indexed' && state.index_complete === false
  return (
    <p className="border-line border-b px-4 py-2 text-muted text-xs">
      {cursor === null ? 'Searched' : 'The first rows are from'} {blocksText(searched)}
      {isPartial ? ', where they are indexed' : ''}.{cursor !== null && ' Older blocks are searched as the list loads.'}
    </p>
  )
}

const blocksText = ({ from_block, to_block }: NonNullable<Found['searched']>): string =>
  from_block === to_block
    ? `block ${groupedNumber(to_block)}`
    : `blocks ${groupedNumber(from_block)} to ${groupedNumber(to_block)}`
