import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { Suspense } from 'react'
import { AccountFacts } from '#components/aptos/account-facts.tsx'
import { AccountTransactions } from '#components/aptos/account-transactions.tsx'
import { type AptosNetwork, aptosNetworkOf, aptosPath } from '#components/aptos/aptos-path.ts'
import { TransactionsSkeleton } from '#components/aptos/block-skeleton.tsx'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { OwnNote } from '#components/sign-in/own-note.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
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

  const { aptos, account: ownAccount } = await systems()
  const [{ data: account, fault }, { data: status }] = await Promise.all([
    ask(aptos.explorer.aptosAccount({ address, network: asked })),
    ask(aptos.explorer.aptosStatus({ network: asked })),
  ])
  const network = status?.network ?? asked ?? 'mainnet'
  const count = Math.min(pageSize, Number(account?.sequence_number ?? 0))
  return (
    <>
      <PageTitle kind="Aptos account">
        <span className="break-all font-mono">
          <span className="select-all">{address}</span>
          <CopyButton value={address} label="Copy address" className="ml-1" />
        </span>
        {network === 'testnet' && <Badge tone="warn">Testnet</Badge>}
      </PageTitle>
      <OwnNote
        account={ownAccount}
        kind="wallet"
        chain={network === 'testnet' ? 'aptos-testnet' : 'aptos'}
        subject={address}
      />
      <div className="space-y-4">
        {fault ? (
          <Panel>
            <FaultState {...fault} />
          </Panel>
        ) : (
          <AccountFacts account={account} network={network} status={status} />
        )}
        {account?.exists && (
          <Suspense key={`${network} ${address}`} fallback={<TransactionsSkeleton count={count} />}>
            <Transactions address={address} network={network} />
          </Suspense>
        )}
      </div>
    </>
  )
}

const Transactions = async ({ address, network }: { address: string; network: AptosNetwork }) => {
  const { aptos } = await systems()
  const { data, fault } = await ask(aptos.explorer.aptosAccountTransactions({ address, network, limit: pageSize }))
  return (
    <Panel title="Transactions sent">
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <AccountTransactions address={address} network={network} pageSize={pageSize} first={data} />
      )}
    </Panel>
  )
}
