import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { blockPlace } from '#components/evm/parts/places.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { shortText } from '#components/kit/short-text.ts'
import { RecordAside } from '#components/source/record-aside.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { EvmBlockRewards, EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { blockQuestions } from './block-question.ts'

const fields = ['index', 'validator_index', 'address', 'address_label', 'amount'] as const

/** Who earned what with a block: fees, rewards and withdrawals. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.blockRewards,
  kind: 'Rewards',
  of: 'Block',
  place: blockPlace,
  questions: async ({ ask, chain, block }) => {
    const { questions, listed } = await blockQuestions(ask, chain, block)
    return { ...questions, rewards: evmExplorerCall('evmBlockRewards', listed) }
  },
  rows: async (_, { rewards }) => rowsOf('evmBlockRewards', (await rewards).data?.withdrawals ?? [], fields),
  about: async ({ state, block }, answers) => {
    const name = (await answers.block).data?.block_number ?? shortText(block)
    return {
      title: name,
      place: state.title,
      summary: `Fees, rewards and withdrawals of block ${name} of ${state.title}.`,
    }
  },
  body: async ({ state, questions, answers }) => {
    const { data, fault } = await answers.rewards
    if (fault)
      return (
        <Panel aria-label="Rewards">
          <FaultState {...fault} />
        </Panel>
      )
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Panel title="Rewards" aside={<SourceLink title="Rewards" call={questions.rewards} />}>
          <RewardFacts state={state} rewards={data} />
        </Panel>
        {data.withdrawals && (
          <Panel title="Withdrawals" aside={<RecordAside title="Withdrawals" call={questions.rewards} />}>
            <Withdrawals state={state} withdrawals={data.withdrawals} />
          </Panel>
        )}
      </div>
    )
  },
})

const RewardFacts = ({
  state: { chain, symbol, decimals },
  rewards,
}: {
  state: EvmChainState
  rewards: EvmBlockRewards
}) => {
  const { fee_recipient, fee_recipient_label, transaction_fees, burnt, priority_fees, static_reward } = rewards
  const { uncle_count, uncle_reward, blob_gas_used, excess_blob_gas } = rewards
  const coin = { decimals, symbol }
  return (
    <Facts>
      <Fact label="Fee recipient" long>
        <AddressLink chain={chain} address={fee_recipient} label={fee_recipient_label} />
      </Fact>
      <Fact label="Priority fees">
        <Amount exact value={priority_fees} {...coin} />
      </Fact>
      <Fact label="All fees">
        <Amount exact value={transaction_fees} {...coin} />
      </Fact>
      {burnt !== null && (
        <Fact label="Burnt">
          <Amount exact value={burnt} {...coin} />
        </Fact>
      )}
      {static_reward !== null && static_reward !== '0' && (
        <Fact label="Block reward">
          <Amount exact value={static_reward} {...coin} />
        </Fact>
      )}
      {uncle_reward !== null && uncle_count !== null && uncle_count > 0 && (
        <Fact label="Uncles">
          {uncle_count}, for <Amount exact value={uncle_reward} {...coin} />
        </Fact>
      )}
      {blob_gas_used !== null && <Fact label="Blob gas used">{groupedNumber(blob_gas_used)}</Fact>}
      {excess_blob_gas !== null && <Fact label="Excess blob gas">{groupedNumber(excess_blob_gas)}</Fact>}
    </Facts>
  )
}

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
