import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { Suspense } from 'react'
import { AccountFrame } from '#components/aptos/account-frame.tsx'
import { accountOf } from '#components/aptos/account-of.ts'
import { accountTransactionList } from '#components/aptos/account-transaction-list.tsx'
import { AccountTransactions } from '#components/aptos/account-transactions.tsx'
import { aptosExplorerExport } from '#components/aptos/aptos-exports.ts'
import { type AptosNetwork, aptosNetworkOf, aptosPath } from '#components/aptos/aptos-path.ts'
import { TransactionsSkeleton } from '#components/aptos/block-skeleton.tsx'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { aptosExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { aptosAddress } from '#lib/format/aptos-address.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

type AccountPageProps = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

const pageSize = 50

export const generateMetadata = async ({ params }: AccountPageProps): Promise<Metadata> => {
  const address = aptosAddress((await params).address)
  if (address === undefined) return { title: 'No such Aptos account' }
  return { title: `Aptos account ${address}`, description: `Transactions that the Aptos account ${address} sent.` }
}

/** An account has one page, under its long address; the transactions stream in behind what is known of the account. */
export default async function AccountPage({ params, searchParams }: AccountPageProps) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = aptosAddress(given.address) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  if (address !== given.address) redirect(aptosPath(explorerPath.aptosAccount(address), asked ?? 'mainnet'))

  const { aptos, account: notes } = await systems()
  const view = await accountOf(aptos.explorer, address, asked)
  const { account, network } = view
  const count = Math.min(pageSize, Number(account.data?.sequence_number ?? 0))
  return (
    <AccountFrame view={view} notes={notes}>
      {account.data?.exists && (
        <Suspense key={`${network} ${address}`} fallback={<TransactionsSkeleton count={count} />}>
          <Transactions address={address} network={network} />
        </Suspense>
      )}
      {account.data && !account.data.exists && (
        <Panel aria-label="Transactions">
          <EmptyState title="No transactions sent">
            NFTs that it received or holds are listed under the other tabs.
          </EmptyState>
        </Panel>
      )}
    </AccountFrame>
  )
}

const Transactions = async ({ address, network }: { address: string; network: AptosNetwork }) => {
  const { aptos } = await systems()
  const input = { address, network, limit: pageSize }
  const { data, fault } = await ask(aptos.explorer.aptosAccountTransactions(input))
  return (
    <Panel
      title="Transactions sent"
      aside={
        <>
          {!fault && <ExportButton list={aptosExplorerExport('aptosAccountTransactions', input)} />}
          <SourceLink title="Transactions sent" call={aptosExplorerCall('aptosAccountTransactions', input)} />
        </>
      }
    >
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <AccountTransactions input={input} first={firstPage(accountTransactionList, data)} view={{ network }}>
          <EmptyState title="No transactions">
            This account has not sent a transaction with a sequence number.
          </EmptyState>
        </AccountTransactions>
      )}
    </Panel>
  )
}
