import { FaultState } from '#components/chain/fault-state.tsx'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { transactionPlace } from '#components/evm/parts/places.ts'
import { TransactionNotFound } from '#components/evm/transaction/pending/transaction-not-found.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { RetryButton } from '#components/ui/loading/retry-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/states/state.tsx'
import { ServiceError } from '#lib/api/errors.ts'
import { missingCallsHeader } from '#lib/evm/contract/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { aboutTransaction } from './about-transaction.ts'
import { InternalTransactions } from './internal-transactions.tsx'

const notTraced = 'No source could trace this transaction.'
const fields = ['type', 'from', 'to', 'value', 'gas', 'gas_used', 'input', 'output'] as const

/** Internal calls are only requested on this page: tracing costs the node much more than the transaction itself. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionInternal,
  kind: 'Internal calls',
  of: 'Transaction',
  place: transactionPlace,
  NotFound: TransactionNotFound,
  questions: ({ chain, hash }) => ({
    transaction: {
      ...evmCall('transaction', { chain, transaction_hash: hash, include: 'internal_transactions' }),
      isWhole: true,
    },
  }),
  rows: async (_, { transaction }) => {
    const calls = (await transaction).data?.internal_transactions
    // An empty list would mean that the transaction made no calls.
    if (!calls) throw new ServiceError('not_available', notTraced)
    return rowsOf('transaction', calls, fields)
  },
  about: (page, { transaction }) => aboutTransaction(page, transaction),
  body: async ({ state: { symbol, decimals }, chain, path, query, questions, answers }) => {
    const { data, fault, headers } = await answers.transaction
    const call = questions.transaction
    const calls = data?.internal_transactions
    return (
      <Panel aria-label="Internal transactions">
        {fault && <FaultState {...fault} />}
        {calls && calls.length > 0 && (
          <>
            <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
              {groupedNumber(calls.length)} {calls.length === 1 ? 'call' : 'calls'} in execution order. Nesting is
              inferred from callers and callees: the record does not state it.
            </p>
            <InternalTransactions
              chain={chain}
              symbol={symbol}
              decimals={decimals}
              root={data.to_address}
              calls={calls}
              from={query.from}
              call={call}
              path={path}
            />
          </>
        )}
        {data && !calls && (
          <NotIndexedState title="Internal transactions are not available" action={<RetryButton />}>
            {headers?.[missingCallsHeader]?.replace(/^\d+: /, '') ?? notTraced}
          </NotIndexedState>
        )}
        {calls?.length === 0 && (
          <EmptyState title="No internal transactions">This transaction made no internal calls.</EmptyState>
        )}
        <SourceFoot title="Internal transactions" call={call} />
      </Panel>
    )
  },
})
