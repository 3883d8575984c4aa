import { Suspense } from 'react'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { EnsName } from '#components/evm/parts/names/ens-name.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { WalletActivity } from '#components/evm/wallet/activity/wallet-activity.tsx'
import { WalletActivitySkeleton } from '#components/evm/wallet/activity/wallet-activity-skeleton.tsx'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { OwnNote } from '#components/notes/own-note.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import type { Ask } from '#lib/pages/question.ts'
import { WalletFacts, WalletFactsSkeleton } from './wallet-facts.tsx'
import { WalletHeader } from './wallet-header.tsx'
import { WalletNames } from './wallet-names.tsx'
import { countQuestion, walletOf } from './wallet-of.ts'
import { activityQuestion } from './wallet-questions.ts'
import { walletTabs } from './wallet-tabs.ts'

type Of = { ask: Ask; state: EvmChainState; address: string }

/** What all pages of a wallet show above their own part; counts stream in. */
export const WalletFrame = defineFrame(addressPlace, async ({ ask, state, chain, address, children }) => {
  const { source, indexed_block } = state
  // Nothing is known of a chain without a block: a count of 0 would be a claim.
  const isEmpty = source !== 'hosted' && indexed_block === null
  const of = { ask, state, address }
  const plainTabs = <TabBar label="Wallet" tabs={walletTabs(state, address)} />
  if (isEmpty)
    return (
      <>
        <WalletHeader state={state} address={address} />
        {plainTabs}
        {children}
      </>
    )
  return (
    <>
      <WalletHeader state={state} address={address}>
        <Suspense>
          <Names {...of} />
        </Suspense>
        <Suspense>
          <Ens {...of} />
        </Suspense>
      </WalletHeader>
      <OwnNote kind="wallet" chain={chain} subject={address} />
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
})

const Names = async ({ ask, state, address }: Of) => (
  <WalletNames chain={state.chain} address={address} wallet={await walletOf(ask, state, address)} />
)

const Ens = async ({ ask, state, address }: Of) => {
  const { label } = await walletOf(ask, state, address)
  return <EnsName ask={ask} address={address} label={label} />
}

const Facts = async ({ ask, state, address }: Of) => {
  const { transactions, newest } = await walletOf(ask, state, address)
  return (
    <WalletFacts total={transactions} newest={newest} isPartial={state.index_complete === false}>
      <SourceLink title="Counts" call={countQuestion(state.chain, address)} />
    </WalletFacts>
  )
}

const Activity = async ({ ask, state: { chain, index_complete }, address }: Of) => {
  const question = activityQuestion(chain, address)
  const { data } = await ask(question)
  return data ? (
    <WalletActivity
      days={data.result.map(({ day, transactions, sent, gas_used }) => ({ day, transactions, sent, gas_used }))}
      isPartial={index_complete === false}
      call={question}
    />
  ) : null
}

const CountedTabs = async ({ ask, state, address }: Of) => {
  const { chain, source } = state
  const input = { chain, address, limit: 1, disable_total: false }
  const isOwn = source !== 'hosted'
  const [{ transactions }, nfts, nftTransfers] = await Promise.all([
    walletOf(ask, state, address),
    isOwn ? ask(evmCall('walletNfts', input)) : undefined,
    isOwn ? ask(evmCall('walletNftTransfers', input)) : undefined,
  ])
  const counts = { transactions, nfts: nfts?.data?.total, nftTransfers: nftTransfers?.data?.total }
  return <TabBar label="Wallet" tabs={walletTabs(state, address, counts)} />
}
