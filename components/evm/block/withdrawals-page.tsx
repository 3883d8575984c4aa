import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { blockQuestions } from '#components/evm/frames/block/block-question.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { blockParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { shortText } from '#components/kit/short-text.ts'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmBlockRewards } from '#lib/evm/block/contract.ts'
import { rewardEndpoints } from '#lib/evm/block/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'

const fields = ['index', 'validator_index', 'address', 'address_label', 'amount'] as const

/** Payments to validators with a block, by EIP-4895. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.blockWithdrawals,
  kind: 'Withdrawals',
  of: 'Block',
  params: blockParams,
  questions: async ({ ask, chain, block }) => {
    const { questions, listed } = await blockQuestions(ask, chain, block)
    return { ...questions, rewards: callTo(rewardEndpoints.evmBlockRewards, listed) }
  },
  rows: async (_, { rewards }) => rowsOf('evmBlockRewards', (await rewards).data?.withdrawals ?? [], fields),
  about: async ({ state, block }, answers) => {
    const name = (await answers.block).data?.block_number ?? shortText(block)
    return {
      title: name,
      place: state.title,
      summary: `Withdrawals of validators in block ${name} of ${state.title}.`,
    }
  },
  body: async ({ state, questions, answers }) => {
    const { data, fault } = await answers.rewards
    const { withdrawals = null } = data ?? {}
    return (
      <Panel title="Withdrawals" aside={<RecordAside title="Withdrawals" call={questions.rewards} />}>
        {fault && <FaultState {...fault} />}
        {data && !withdrawals && (
          <EmptyState title="No withdrawals">
            {data.header
              ? 'Blocks of this chain, or this early, have none: they began with the Shanghai upgrade.'
              : 'Only the header of the block lists them, and no node has it.'}
          </EmptyState>
        )}
        {withdrawals && <Withdrawals state={state} withdrawals={withdrawals} />}
      </Panel>
    )
  },
})

const Withdrawals = ({
  state: { chain, symbol, decimals },
  withdrawals,
}: {
  state: EvmChainState
  withdrawals: NonNullable<EvmBlockRewards['withdrawals']>
}) =>
  withdrawals.length === 0 ? (
    <EmptyState title="No withdrawals">No validator was paid out in this block.</EmptyState>
  ) : (
    <WideTable
      label="Withdrawals of this block"
      titles={['Index', 'Validator', 'Address', 'Amount']}
      rows={withdrawals.map(({ index, validator_index, address, address_label, amount }) => [
        groupedNumber(index),
        groupedNumber(validator_index),
        <AddressLink key="address" chain={chain} address={address} label={address_label} className="max-w-52" />,
        <Amount key="amount" exact value={amount} decimals={decimals} symbol={symbol} />,
      ])}
    />
  )
