import { Suspense } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutTransaction } from '#components/evm/frames/transaction/movement-of.ts'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionQuestion } from '#components/evm/frames/transaction/transaction-question.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Tracing } from '#components/evm/parts/calls/tracing.tsx'
import { transactionParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import { ServiceError } from '#lib/base/errors.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmTransactionGas } from '#lib/evm/trace/state-contract.ts'
import { gasEndpoints } from '#lib/evm/trace/state-contract.ts'
import { groupedNumber, gweiDecimals } from '#lib/format/amount.ts'
import { percentOf } from '#lib/format/transaction.ts'
import { type Answer, callTo } from '#lib/pages/question.ts'

const contractsMax = 50

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionGas,
  kind: 'Gas',
  of: 'Transaction',
  params: transactionParams,
  NotFound: TransactionNotFound,
  isListed: false,
  questions: async ({ ask, chain, hash }) => ({
    transaction: await transactionQuestion(ask, chain, hash),
    gas: callTo(gasEndpoints.evmTransactionGas, { chain, transaction_hash: hash }),
  }),
  rows: async (_, { gas }) => {
    const { data, fault } = await gas
    if (fault) throw new ServiceError(fault.code, fault.message)
    return rowsOf('evmTransactionGas', data.contracts ?? [], ['address', 'address_label', 'call_count', 'gas'])
  },
  about: (page, { transaction }) => aboutTransaction(page, transaction),
  body: ({ state, hash, questions, answers }) => (
    <Panel title="Gas" aside={<RecordAside title="Gas" call={questions.gas} />}>
      <Suspense fallback={<Tracing />}>
        <Gas state={state} hash={hash} answer={answers.gas} />
      </Suspense>
    </Panel>
  ),
})

const Gas = async ({
  state,
  hash,
  answer,
}: {
  state: EvmChainState
  hash: string
  answer: Promise<Answer<EvmTransactionGas>>
}) => {
  const { data, fault } = await answer
  if (fault) return <FaultState {...fault} />
  return (
    <>
      <GasFacts state={state} gas={data} />
      {data.contracts === null ? (
        <p className="border-line border-t px-4 py-3 text-muted text-sm">
          Gas by contract is missing: {data.contracts_missing}
        </p>
      ) : (
        <ContractGas chain={state.chain} hash={hash} gas={data} contracts={data.contracts} />
      )}
    </>
  )
}

const GasFacts = ({ state: { symbol, decimals }, gas }: { state: EvmChainState; gas: EvmTransactionGas }) => {
  const { gas_used, gas_limit, gas_price, intrinsic, execution, refund, fee, burnt, blob } = gas
  const usedPercent = percentOf(gas_used, gas_limit)
  const tip = burnt === null ? null : String(BigInt(fee) - BigInt(burnt))
  return (
    <Facts>
      <Fact label="Gas used, limit">
        {groupedNumber(gas_used)} of {groupedNumber(gas_limit)} <Meter percent={usedPercent} className="mx-1" />{' '}
        <span className="text-muted">{usedPercent}%</span>
      </Fact>
      <Fact label="Gas price">
        <Amount exact value={gas_price} decimals={gweiDecimals} symbol="Gwei" />
      </Fact>
      <Fact label="Intrinsic gas">
        {groupedNumber(intrinsic.total)} <span className="text-muted">computed: {partsText(intrinsic)}</span>
      </Fact>
      <Fact label="Refunds">
        {refund === null ? (
          <span className="text-muted">not known: the trace has gas after refunds</span>
        ) : (
          groupedNumber(refund)
        )}
      </Fact>
      {execution !== null && <Fact label="Used by code">{groupedNumber(execution)} before refunds</Fact>}
      <Fact label="Fee">
        <Amount exact value={fee} decimals={decimals} symbol={symbol} />
      </Fact>
      {burnt !== null && tip !== null && (
        <>
          <Fact label="Base fee part">
            <Amount exact value={burnt} decimals={decimals} symbol={symbol} />
          </Fact>
          <Fact label="Priority fee part">
            <Amount exact value={tip} decimals={decimals} symbol={symbol} />
          </Fact>
        </>
      )}
      {blob && (
        <Fact label="Blob gas">
          {groupedNumber(blob.gas_used)} at <Amount value={blob.gas_price} decimals={gweiDecimals} symbol="Gwei" />, fee{' '}
          <Amount exact value={blob.fee} decimals={decimals} symbol={symbol} />
        </Fact>
      )}
    </Facts>
  )
}

const ContractGas = ({
  chain,
  hash,
  gas: { gas_used, execution },
  contracts,
}: {
  chain: string
  hash: string
  gas: EvmTransactionGas
  contracts: NonNullable<EvmTransactionGas['contracts']>
}) => (
  <>
    <p className="border-line border-y px-4 py-2.5 text-muted text-sm">
      Gas used by each contract’s own code, excluding calls it made. Gas per call is in{' '}
      <Link href={evmTabPaths.transactionCalls({ chain, hash })} className="text-accent underline">
        Calls
      </Link>
      .{execution === null && ' Refunds are subtracted from the contract that the transaction called.'}
      {contracts.length > contractsMax && ` The first ${contractsMax} of ${groupedNumber(contracts.length)}.`}
    </p>
    <WideTable
      label="Gas by contract"
      titles={['#', 'Contract', 'Calls', 'Gas', 'Share']}
      rows={contracts.slice(0, contractsMax).map(({ address, address_label, call_count, gas }, index) => [
        String(index + 1),
        <AddressLink key="contract" chain={chain} address={address} label={address_label} className="max-w-52" />,
        groupedNumber(call_count),
        groupedNumber(gas),
        <span key="share" className="flex items-center gap-2">
          <Meter percent={percentOf(gas, gas_used)} />
          <span className="text-muted">{percentOf(gas, gas_used)}%</span>
        </span>,
      ])}
    />
  </>
)

const partsText = ({ base, calldata, creation, access_list, authorizations }: EvmTransactionGas['intrinsic']): string =>
  [
    `${groupedNumber(base)} base`,
    ...[
      [calldata, 'calldata'],
      [creation, 'creation'],
      [access_list, 'access list'],
      [authorizations, 'authorizations'],
    ].flatMap(([gas = '0', name]) => (gas === '0' ? [] : [`${groupedNumber(gas)} ${name}`])),
  ].join(', ')
