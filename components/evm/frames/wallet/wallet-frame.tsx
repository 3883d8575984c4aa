import { Suspense } from 'react'
import { evmCall } from '#components/evm/parts/evm-calls.ts'
import { EnsName } from '#components/evm/parts/names/ens-name.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { OwnNote } from '#components/notes/own-note.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Ask } from '#lib/pages/question.ts'
import { WalletActivity } from './activity/wallet-activity.tsx'
import { WalletActivitySkeleton } from './activity/wallet-activity-skeleton.tsx'
import { KindNote } from './kind-note.tsx'
import { nftCountQuestion } from './overview-questions.ts'
import { WalletFacts, WalletFactsSkeleton } from './wallet-facts.tsx'
import { WalletHeader } from './wallet-header.tsx'
import { countOf, isContract, kindOf, kindWord, nameOf, unknownKind } from './wallet-of.ts'
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
        <WalletHeader state={state} address={address} title={unknownKind} />
        {plainTabs}
        {children}
      </>
    )
  return (
    <>
      <WalletHeader
        state={state}
        address={address}
        title={
          <Suspense fallback={unknownKind}>
            <Title {...of} />
          </Suspense>
        }
      >
        <Suspense>
          <Badges {...of} />
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

const Title = async ({ ask, state, address }: Of) => {
  const [name, found] = await Promise.all([nameOf(ask, state, address), kindOf(ask, state, address)])
  return <bdi>{name ?? kindWord(found)}</bdi>
}

const Badges = async ({ ask, state, address }: Of) => {
  const [name, found] = await Promise.all([nameOf(ask, state, address), kindOf(ask, state, address)])
  return (
    <>
      {name && found?.kind && found.contract_type === null && <Badge>{kindWord(found)}</Badge>}
      {found && <KindNote chain={state.chain} found={found} />}
      {/* The people of the demo ledger have labels. */}
      {state.source !== 'demo' && <EnsName ask={ask} address={address} label={name} />}
    </>
  )
}

const Facts = async ({ ask, state, address }: Of) => {
  const isOwn = state.source !== 'hosted'
  const [{ transactions, newest }, found, oldest] = await Promise.all([
    countOf(ask, state, address),
    kindOf(ask, state, address),
    isOwn ? ask(oldestQuestion(state.chain, address)) : undefined,
  ])
  return (
    <WalletFacts
      address={address}
      state={state}
      found={found}
      total={transactions}
      newest={newest}
      oldest={oldest?.data?.result[0]}
    >
      <SourceLink title="Counts" call={countQuestion(state.chain, address)} />
    </WalletFacts>
  )
}

const Activity = async ({ ask, state: { chain, index_complete }, address }: Of) => {
  const question = activityQuestion(chain, address)
  const { data } = await ask(question)
  return data ? (
    <WalletActivity
      days={data.result.map(({ day, days, transactions, sent, gas_used }) => ({
        day,
        days,
        transactions,
        sent,
        gas_used,
      }))}
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
