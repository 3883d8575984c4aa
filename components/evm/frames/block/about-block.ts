import { blockSentence } from '#components/evm/parts/page-sentences.ts'
import { minuteOf, shortText } from '#components/kit/short-text.ts'
import type { EvmBlockDetail } from '#lib/evm/block/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'

export const aboutBlock = (state: EvmChainState, block: string, found: EvmBlockDetail | undefined): PageSummary => ({
  title: found?.block_number ?? block,
  place: state.title,
  summary: found ? blockSentence(state, found) : `The block ${shortText(block)} of ${state.title}.`,
  facts: found
    ? [
        ['Transactions', groupedNumber(found.transaction_count)],
        ['Time', minuteOf(found.block_timestamp)],
        ['Gas used', groupedNumber(found.gas_used)],
        ...(found.finalized === null ? [] : [['Final', found.finalized ? 'yes' : 'not yet'] as const]),
      ]
    : [],
})
