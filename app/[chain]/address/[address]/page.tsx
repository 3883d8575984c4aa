import { notFound, redirect } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { boundFields, FilterForm } from '#components/chain/filter-form.tsx'
import { TwinNotice } from '#components/evm/alike/twin-notice.tsx'
import { evmExport } from '#components/evm/evm-exports.ts'
import { methodNames } from '#components/evm/method-names.ts'
import { NothingListed } from '#components/evm/nothing-listed.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { transactionList } from '#components/evm/transaction-list.ts'
import { WalletTransactions } from '#components/evm/wallet-transactions.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { LiveSwitch } from '#components/live/live-switch.tsx'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { boundNames, isCanonical, readFilters, type SearchParams, withFilters } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50

export default async function WalletPage({
  params,
  searchParams,
}: {
  params: Promise<{ chain: string; address: string }>
  searchParams: Promise<SearchParams>
}) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const path = explorerPath.address(state.chain, address)
  const bounds = readFilters(query, boundNames)
  if (!isCanonical(query, bounds)) redirect(withFilters(path, bounds))

  const input = { chain: state.chain, address, ...bounds, limit: pageSize }
  const [{ data, fault }, decoded] = await Promise.all([
    ask(evm.client.walletTransactions(input)),
    ask(evm.client.walletTransactionsVerbose(input)),
  ])
  const isLive = state.source === 'index' && Object.keys(bounds).length === 0
  return (
    <Panel aria-label="Transactions">
      <FilterForm
        action={path}
        fields={boundFields}
        values={bounds}
        faults={fault?.details}
        aside={
          <>
            {!fault && isLive && <LiveSwitch />}
            {!fault && <ExportButton list={evmExport('walletTransactions', input)} />}
            <SourceLink title="Transactions" call={evmCall('walletTransactions', input)} />
          </>
        }
      />
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <>
          <TwinNotice chain={state.chain} wallet={address} rows={data.result} />
          <WalletTransactions
            key={withFilters(path, bounds)}
            state={state}
            address={address}
            bounds={bounds}
            pageSize={pageSize}
            first={firstPage(transactionList, data)}
            methods={decoded.data && methodNames(decoded.data.result)}
          >
            <NothingListed
              state={state}
              noun="transactions"
              isFiltered={Object.keys(bounds).length > 0}
              certain="This wallet has no transactions."
            />
          </WalletTransactions>
        </>
      )}
    </Panel>
  )
}
