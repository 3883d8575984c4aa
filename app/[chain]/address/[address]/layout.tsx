import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'
import { ask } from '#components/ask.ts'
import { walletSentence } from '#components/evm/page-sentences.ts'
import { findServedChain, servedChain } from '#components/evm/served-chains.ts'
import { WalletActivity } from '#components/evm/wallet-activity.tsx'
import { WalletActivitySkeleton } from '#components/evm/wallet-activity-skeleton.tsx'
import { WalletFacts, WalletFactsSkeleton } from '#components/evm/wallet-facts.tsx'
import { WalletHeader } from '#components/evm/wallet-header.tsx'
import { WalletNames } from '#components/evm/wallet-names.tsx'
import { walletOf } from '#components/evm/wallet-of.ts'
import { walletTabs } from '#components/evm/wallet-tabs.ts'
import { inTime } from '#components/in-time.ts'
import { OwnNote } from '#components/sign-in/own-note.tsx'
import { evmCall, evmExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { pageTitles } from '#components/ui/page-titles.ts'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

type Params = { params: Promise<{ chain: string; address: string }> }
type Of = { state: EvmChainState; address: string }

const activityDays = 90
const describedWithinMs = 300

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const given = await params
  const title = pageTitles(`Wallet ${given.address}`)
  const address = walletAddress(given.address)
  const { evm } = await systems()
  const state = address ? await findServedChain(evm.explorer, given.chain) : undefined
  // The head goes out first: it does not wait for what the page itself shows later.
  const wallet = address && state && (await inTime(walletOf(evm, state, address), describedWithinMs))
  return { title, description: wallet ? walletSentence(state, wallet) : `Transactions of the wallet ${given.address}.` }
}

export default async function WalletLayout({ params, children }: Params & { children: ReactNode }) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm, account } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain, source, indexed_block } = state
  // Nothing is known of a chain without a block: a count of 0 would be a claim.
  const isEmpty = source !== 'hosted' && indexed_block === null
  const of = { state, address }
  const plainTabs = <TabBar label="Wallet" tabs={walletTabs(chain, address)} />
  if (isEmpty)
    return (
      <>
        <WalletHeader {...of} />
        {plainTabs}
        {children}
      </>
    )
  return (
    <>
      <WalletHeader {...of}>
        <Suspense>
          <Names {...of} />
        </Suspense>
      </WalletHeader>
      <OwnNote account={account} kind="wallet" chain={chain} subject={address} />
      <Suspense fallback={<WalletFactsSkeleton />}>
        <Facts {...of} />
      </Suspense>
      {source !== 'hosted' && (
        <Suspense fallback={<WalletActivitySkeleton />}>
          <Activity {...of} />
        </Suspense>
      )}
      <Suspense fallback={plainTabs}>
        <CountedTabs {...of} />
      </Suspense>
      {children}
    </>
  )
}

const Names = async ({ state, address }: Of) => {
  const { evm } = await systems()
  return <WalletNames chain={state.chain} address={address} wallet={await walletOf(evm, state, address)} />
}

const Facts = async ({ state, address }: Of) => {
  const { evm } = await systems()
  const { transactions, newest } = await walletOf(evm, state, address)
  const call = evmCall('walletTransactions', { chain: state.chain, address, limit: 1, disable_total: false })
  return (
    <WalletFacts total={transactions} newest={newest} isPartial={state.index_complete === false}>
      <SourceLink title="Counts" call={call} />
    </WalletFacts>
  )
}

const Activity = async ({ state: { chain, index_complete }, address }: Of) => {
  const isPartial = index_complete === false
  const { evm } = await systems()
  const input = { chain, address, days: activityDays }
  const { data } = await ask(evm.explorer.evmActivity(input))
  return data ? (
    <WalletActivity
      days={data.result.map(({ day, transactions, sent, gas_used }) => ({ day, transactions, sent, gas_used }))}
      isPartial={isPartial}
      call={evmExplorerCall('evmActivity', input)}
    />
  ) : null
}

const CountedTabs = async ({ state, address }: Of) => {
  const { evm } = await systems()
  const { chain, source } = state
  const input = { chain, address, limit: 1, disable_total: false }
  const isOwn = source !== 'hosted'
  const [{ transactions }, nfts, nftTransfers] = await Promise.all([
    walletOf(evm, state, address),
    isOwn ? ask(evm.client.walletNfts(input)) : undefined,
    isOwn ? ask(evm.client.walletNftTransfers(input)) : undefined,
  ])
  const counts = { transactions, nfts: nfts?.data?.total, nftTransfers: nftTransfers?.data?.total }
  return <TabBar label="Wallet" tabs={walletTabs(chain, address, counts, state.index_complete === false)} />
}
