import { Suspense } from 'react'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { EnsName } from '#components/evm/parts/names/ens-name.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { WalletActivity } from '#components/evm/wallet/activity/wallet-activity.tsx'
import { WalletActivitySkeleton } from '#components/evm/wallet/activity/wallet-activity-skeleton.tsx'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { OwnNote } from '#components/notes/own-note.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import type { Ask } from '#lib/pages/question.ts'
import { KindNote } from './kind-note.tsx'
import { nftCountQuestion } from './overview/overview-questions.ts'
import { WalletFacts, WalletFactsSkeleton } from './wallet-facts.tsx'
import { WalletHeader } from './wallet-header.tsx'
import { countOf, isContract, kindOf, kindWord, nameOf, unknownKind } from './wallet-of.ts'
import { WalletOrigin } from './wallet-origin.tsx'
import { activityQuestion, countQuestion, oldestQuestion } from './wallet-questions.ts'
import { walletTabs } from './wallet-tabs.ts'

type Of = { ask: Ask; state: EvmChainState; address: string }

/** The header and tabs of all pages of a wallet; counts stream in. */
export const WalletFrame = defineFrame(addressPlace, async ({ ask, state, chain, address, children }) => {
  const { source, indexed_block } = state
  // Nothing is known of a chain without indexed blocks: a count of 0 would be a claim.
  const isEmpty = source !== 'hosted' && indexed_block === null
  const of = { ask, state, address }
  const plainTabs = <TabBar label="Address" tabs={walletTabs(state, address)} />
  if (isEmpty)
    return (
      <>
        <WalletHeader state={state} address={address} kind={unknownKind} />
        {plainTabs}
        {children}
      </>
    )
  return (
    <>
      <WalletHeader
        state={state}
        address={address}
        kind={
          <Suspense fallback={unknownKind}>
            <Kind {...of} />
          </Suspense>
        }
      >
        <Suspense>
          <Name {...of} />
        </Suspense>
        <Suspense>
          <Note {...of} />
        </Suspense>
        {/* The people of the demo ledger have labels. */}
        {source !== 'demo' && (
          <Suspense>
            <Ens {...of} />
          </Suspense>
        )}
      </WalletHeader>
      <OwnNote kind="wallet" chain={chain} subject={address} />
      {/* In one line where there is room, in two on a phone: the tabs below must not move once the origin is known. */}
      <div className="flex flex-wrap items-center gap-x-8 gap-y-1">
        <Suspense fallback={<WalletFactsSkeleton />}>
          <Facts {...of} />
        </Suspense>
        {state.index_complete === true && (
          <Suspense fallback={<Skeleton className="h-5 w-56" />}>
            <Origin {...of} />
          </Suspense>
        )}
      </div>
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

const Kind = async ({ ask, state, address }: Of) => kindWord(await kindOf(ask, state, address))

const Name = async ({ ask, state, address }: Of) => {
  const name = await nameOf(ask, state, address)
  return name ? <span className="wrap-anywhere font-medium">{name}</span> : null
}

const Note = async ({ ask, state, address }: Of) => {
  const found = await kindOf(ask, state, address)
  return found ? <KindNote chain={state.chain} found={found} /> : null
}

const Ens = async ({ ask, state, address }: Of) => {
  const label = await nameOf(ask, state, address)
  return <EnsName ask={ask} address={address} label={label} />
}

const Facts = async ({ ask, state, address }: Of) => {
  const { transactions, newest } = await countOf(ask, state, address)
  return (
    <WalletFacts total={transactions} newest={newest} isPartial={state.index_complete === false}>
      <SourceLink title="Counts" call={countQuestion(state.chain, address)} />
    </WalletFacts>
  )
}

const Origin = async ({ ask, state: { chain }, address }: Of) => {
  const { data } = await ask(oldestQuestion(chain, address))
  return <WalletOrigin chain={chain} address={address} oldest={data?.result[0]} />
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
  const [{ transactions }, found, nfts, nftTransfers] = await Promise.all([
    countOf(ask, state, address),
    kindOf(ask, state, address),
    isOwn ? ask(nftCountQuestion(chain, address)) : undefined,
    isOwn ? ask(evmCall('walletNftTransfers', input)) : undefined,
  ])
  const counts = { transactions, nfts: nfts?.data?.total, nftTransfers: nftTransfers?.data?.total }
  return (
    <TabBar label="Address" tabs={walletTabs(state, address, counts, isContract(found), found?.user_operation_role)} />
  )
}
