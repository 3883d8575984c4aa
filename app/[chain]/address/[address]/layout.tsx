import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'
import { ask } from '#components/ask.ts'
import { servedChain } from '#components/evm/served-chains.ts'
import { WalletFacts, WalletFactsSkeleton } from '#components/evm/wallet-facts.tsx'
import { WalletHeader } from '#components/evm/wallet-header.tsx'
import { walletTabs } from '#components/evm/wallet-tabs.ts'
import { OwnNote } from '#components/sign-in/own-note.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

type Params = { params: Promise<{ chain: string; address: string }> }

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const { address } = await params
  return { title: `Wallet ${address}`, description: `Transactions of the wallet ${address}.` }
}

export default async function WalletLayout({ params, children }: Params & { children: ReactNode }) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm, account } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  return (
    <>
      <WalletHeader state={state} address={address} />
      <OwnNote account={account} kind="wallet" chain={state.chain} subject={address} />
      <Suspense fallback={<WalletFactsSkeleton />}>
        <Facts state={state} address={address} />
      </Suspense>
      <TabBar label="Wallet" tabs={walletTabs(state.chain, address)} />
      {children}
    </>
  )
}

const Facts = async ({ state, address }: { state: EvmChainState; address: string }) => {
  const { chain, source, indexed_block } = state
  // Nothing is known of a chain without a block: a count of 0 would be a claim.
  if (source !== 'hosted' && indexed_block === null) return null
  const { evm } = await systems()
  const { data } = await ask(evm.client.walletTransactions({ chain, address, limit: 1, disable_total: false }))
  return <WalletFacts total={data?.total ?? null} newest={data?.result[0]?.block_timestamp} />
}
