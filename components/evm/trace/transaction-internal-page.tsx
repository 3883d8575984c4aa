import { FaultState } from '#components/chain/fault-state.tsx'
import { aboutTransaction } from '#components/evm/frames/transaction/movement-of.ts'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { RetryButton } from '#components/ui/loading/retry-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import { ServiceError } from '#lib/base/errors.ts'
import { type InternalTransaction, missingCallsHeader } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'
import { callFlow, InternalTransactions, type PlacedCall } from './internal-transactions.tsx'

const notTraced = 'No source could trace this transaction.'
const fields = ['type', 'from', 'to', 'value', 'gas', 'gas_used', 'input', 'output'] as const

/** Calls of contracts that moved coin, created a contract or ended one, with their places in the record. */
const moving = (calls: readonly InternalTransaction[]): PlacedCall[] =>
  calls.flatMap((call, index) =>
    (call.value !== '0' && !/^(DELEGATECALL|STATICCALL|CALLCODE)$/i.test(call.type)) ||
    /^(CREATE|SELFDESTRUCT|SUICIDE)/i.test(call.type)
      ? [{ call, index, depth: 0, isPlaced: true }]
      : [],
  )

const AllCalls = ({ chain, hash }: { chain: string; hash: string }) => (
  <Link href={evmTabPaths.transactionCalls({ chain, hash })} className="text-accent underline underline-offset-2">
    see all calls
  </Link>
)

/** Internal calls are only requested on this page: tracing costs the node much more than the transaction itself. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionInternal,
  kind: 'Internal calls',
  of: 'Transaction',
  params: transactionParams,
  NotFound: TransactionNotFound,
  questions: ({ chain, hash }) => ({
    transaction: {
      ...callTo(transactionEndpoints.transaction, { chain, transaction_hash: hash, include: 'internal_transactions' }),
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
  body: async ({ state: { symbol, decimals, source }, chain, hash, path, query, questions, answers }) => {
    const { data, fault, headers } = await answers.transaction
    const call = questions.transaction
    const calls = data?.internal_transactions
    // A hosted service has no calls elsewhere: all of them are here, each below its caller.
    const isHosted = source === 'hosted'
    const listed = isHosted ? callFlow(calls ?? [], data?.to_address ?? null) : moving(calls ?? [])
    return (
      <Panel aria-label="Internal transactions">
        {fault && <FaultState {...fault} />}
        {calls && listed.length > 0 && (
          <>
            <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
              {isHosted
                ? `${counted(calls.length, 'call')} in execution order. Nesting is inferred from callers and callees: the record does not state it.`
                : `${counted(listed.length, 'call')} of contracts that moved ${symbol} or created a contract, of ${groupedNumber(calls.length)} in all: `}
              {!isHosted && <AllCalls chain={chain} hash={hash} />}
            </p>
            <InternalTransactions
              chain={chain}
              symbol={symbol}
              decimals={decimals}
              calls={listed}
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
        {calls && listed.length === 0 && (
          <EmptyState title="No internal transactions">
            {calls.length === 0 ? (
              'No contract called another one.'
            ) : (
              <>
                No contract moved {symbol} or created another one. <AllCalls chain={chain} hash={hash} />
              </>
            )}
          </EmptyState>
        )}
        <SourceFoot title="Internal transactions" call={call} />
      </Panel>
    )
  },
})
