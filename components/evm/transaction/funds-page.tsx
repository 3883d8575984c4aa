import { Suspense } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutTransaction, type Movement, movementOf } from '#components/evm/frames/transaction/movement-of.ts'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { tracedQuestions } from '#components/evm/frames/transaction/transaction-question.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Tracing } from '#components/evm/parts/calls/tracing.tsx'
import { transactionParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { shortText } from '#components/kit/short-text.ts'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { coin, tokenMoves } from '#lib/evm/summary/moves.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { groupedNumber, shortAmount } from '#lib/format/amount.ts'
import { statusOf } from '#lib/format/transaction.ts'
import type { Answer, Ask } from '#lib/pages/question.ts'
import { type FundFlow, FundsDiagram, fundFlows, fundSteps, fundsLayout } from './funds-diagram.tsx'

/** More flows are counted only: the Transfers tab and the API have all. */
const flowsMax = 40

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionFunds,
  kind: 'Funds',
  of: 'Transaction',
  params: transactionParams,
  NotFound: TransactionNotFound,
  isListed: false,
  questions: tracedQuestions,
  rows: async ({ ask, state }, { transaction, calls }) => {
    const [{ data }, tree] = await Promise.all([transaction, calls])
    const movement = data && (await movementOf(ask, state, data))
    const { flows } = data && movement ? flowsOf(data, movement, tree.data) : { flows: [] }
    const rows = flows.map((flow) => ({ ...flow, amount: String(flow.amount) }))
    return rowsOf('evmCallTree', rows, ['number', 'from', 'to', 'asset', 'amount', 'stepCount'])
  },
  about: (page, { transaction }) => aboutTransaction(page, transaction),
  body: async ({ ask, state, questions, answers }) => {
    const { data, fault } = await answers.transaction
    if (fault) return <FaultState {...fault} />
    return (
      <Panel title="Funds" aside={<RecordAside title="Funds" call={questions.calls} />}>
        <Suspense fallback={<Tracing />}>
          <Funds ask={ask} state={state} transaction={data} answer={answers.calls} />
        </Suspense>
      </Panel>
    )
  },
})

/** Without a trace, the native coin that contracts moved is not known: only the value of the transaction itself is. */
const flowsOf = (transaction: DecodedTransaction, { moves }: Movement, tree: EvmCallTree | undefined) => {
  const { from_address, to_address, receipt_contract_address, value } = transaction
  const own = {
    type: 'CALL',
    frame: '0',
    from: from_address,
    to: to_address ?? receipt_contract_address,
    value,
    is_undone: statusOf(transaction) === 'failed',
  }
  const tokens = tokenMoves(moves)
  const { steps, isInOrder } = tree
    ? fundSteps(tree, tokens)
    : fundSteps({ frames: [{ ...emptyFrame, ...own }], log_placement: 'inferred' }, tokens)
  return { flows: fundFlows(steps), isInOrder }
}

const emptyFrame = {
  ...{ to_label: null, gas: '0', gas_used: '0', selector: null, call: null, error: null, reason: null },
  ...{ input_bytes: 0, output_bytes: 0, delegate: null, logs: [] },
}

const Funds = async ({
  ask,
  state,
  transaction,
  answer,
}: {
  ask: Ask
  state: EvmChainState
  transaction: DecodedTransaction
  answer: Promise<Answer<EvmCallTree>>
}) => {
  const [{ data: tree, fault }, movement] = await Promise.all([answer, movementOf(ask, state, transaction)])
  const { flows, isInOrder } = flowsOf(transaction, movement, tree)
  const shown = flows.slice(0, flowsMax)
  const labels = new Map([
    ...(tree?.frames ?? []).flatMap(({ to, to_label }) => (to && to_label ? [[to, to_label] as const] : [])),
    ...movement.labels,
  ])
  const nameOf = (address: string): string =>
    address === zeroAddress ? 'Mint / burn' : (labels.get(address) ?? shortText(address))
  const assetOf = (flow: FundFlow) => assetText(flow, state, movement)
  const labelOf = (number: number): string => {
    const flow = shown[number - 1]
    return flow ? `${amountText(flow, state, movement)} ${assetOf(flow)}` : ''
  }
  return (
    <>
      <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
        {flows.length > flowsMax && `The first ${flowsMax} of ${groupedNumber(flows.length)} flows. `}
        Transfers of one token in the same direction are added up, without fees.
        {tree &&
          !isInOrder &&
          flows.length > 0 &&
          ' The trace does not place events among the calls, so native transfers come first.'}
        {fault && ` Native coin that contracts moved is missing: ${fault.message}`}
      </p>
      {shown.length === 0 ? (
        <EmptyState title="No funds moved">This transaction moved neither the native coin nor tokens.</EmptyState>
      ) : (
        <>
          <FundsDiagram layout={fundsLayout(shown)} isInOrder={isInOrder} nameOf={nameOf} labelOf={labelOf} />
          <WideTable
            label="Flows"
            titles={['#', 'From', 'To', 'Amount', 'Transfers']}
            rows={shown.map((flow) => [
              isInOrder ? String(flow.number) : '',
              <AddressLink
                key="from"
                chain={state.chain}
                address={flow.from}
                label={labels.get(flow.from)}
                className="max-w-44"
              />,
              <AddressLink
                key="to"
                chain={state.chain}
                address={flow.to}
                label={labels.get(flow.to)}
                className="max-w-44"
              />,
              <FlowAmount key="amount" flow={flow} state={state} movement={movement} />,
              groupedNumber(flow.stepCount),
            ])}
          />
        </>
      )}
    </>
  )
}

const FlowAmount = ({ flow, state, movement }: { flow: FundFlow; state: EvmChainState; movement: Movement }) => (
  <>
    <Amount value={String(flow.amount)} decimals={decimalsOf(flow, state, movement)} />{' '}
    {flow.asset === coin ? (
      <span className="text-muted">{state.symbol}</span>
    ) : (
      <Link
        href={evmPaths.token({ chain: state.chain, address: flow.asset })}
        title={flow.asset}
        className="text-accent hover:underline"
      >
        {assetText(flow, state, movement)}
      </Link>
    )}
  </>
)

const decimalsOf = ({ asset, tokenIds }: FundFlow, state: EvmChainState, { tokens }: Movement): number | null => {
  if (asset === coin) return state.decimals
  return tokenIds.length > 0 ? 0 : (tokens.get(asset)?.decimals ?? null)
}

const assetText = ({ asset, tokenIds }: FundFlow, { symbol }: EvmChainState, { tokens }: Movement): string => {
  if (asset === coin) return symbol
  const words = tokens.get(asset)
  const name = words?.symbol || words?.name || shortText(asset)
  const [only, other] = tokenIds
  return only !== undefined && other === undefined ? `${name} #${shortText(only)}` : name
}

const amountText = (flow: FundFlow, state: EvmChainState, movement: Movement): string => {
  const decimals = decimalsOf(flow, state, movement)
  return decimals === null ? groupedNumber(String(flow.amount)) : shortAmount(String(flow.amount), decimals)
}
