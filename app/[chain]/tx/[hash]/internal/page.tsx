import { askWhole } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { InternalTransactions } from '#components/evm/internal-transactions.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RetryButton } from '#components/ui/retry-button.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import { missingCallsHeader } from '#lib/evm/contract/transactions.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Internal calls' }

/** Asked for with every request, and only here: tracing costs the node much more than the transaction itself. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; hash: string }>; searchParams: Promise<SearchParams> }

export default async function InternalPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const { evm } = await systems()
  const { chain, symbol, decimals } = await servedChain(evm.explorer, given.chain)
  const input = { chain, transaction_hash: given.hash, include: 'internal_transactions' as const }
  let missing: string | undefined
  const setHeader = (name: string, value: string): void => {
    if (name === missingCallsHeader) missing = value.replace(/^\d+: /, '')
  }
  const { data, fault } = await askWhole(evm.client.transaction(input, { setHeader }))
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
            call={evmCall('transaction', input)}
            path={`${explorerPath.transaction(chain, data.hash)}/internal`}
          />
        </>
      )}
      {data && !calls && (
        <NotIndexedState title="Internal transactions are not available" action={<RetryButton />}>
          {missing ?? 'No source could trace this transaction.'}
        </NotIndexedState>
      )}
      {calls?.length === 0 && (
        <EmptyState title="No internal transactions">This transaction made no internal calls.</EmptyState>
      )}
      <SourceFoot title="Internal transactions" call={evmCall('transaction', input)} />
    </Panel>
  )
}
