import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'
import { ask } from '#components/ask.ts'
import { CollectionNumbers, CollectionNumbersSkeleton } from '#components/evm/collection-numbers.tsx'
import { hostedTokenOf } from '#components/evm/hosted-token.ts'
import { tokenSentence } from '#components/evm/page-sentences.ts'
import { findServedChain, servedChain } from '#components/evm/served-chains.ts'
import { TokenHeader } from '#components/evm/token-header.tsx'
import { tokenOf } from '#components/evm/token-of.ts'
import { OwnNote } from '#components/sign-in/own-note.tsx'
import { pageTitles } from '#components/ui/page-titles.ts'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

type Params = { params: Promise<{ chain: string; address: string }> }

export const generateMetadata = async ({ params }: Params): Promise<Metadata> => {
  const given = await params
  const address = walletAddress(given.address)
  const { evm } = await systems()
  const state = address ? await findServedChain(evm.explorer, given.chain) : undefined
  const collection = state && address ? await tokenOf(evm.explorer, state, address) : undefined
  const words = collection ?? (state && address ? await hostedTokenOf(evm.client, state, address) : undefined)
  const name = words?.name || words?.symbol
  const rating =
    state && address && state.source !== 'hosted'
      ? await ask(evm.explorer.evmContractRating({ chain: state.chain, address }))
      : undefined
  return {
    title: pageTitles(name ? `${name}, token ${given.address}` : `Token ${given.address}`),
    description: state
      ? tokenSentence(state, collection, undefined, rating?.data?.possible_spam)
      : `${name ?? 'The token contract'} ${given.address}: items, owners and transfers.`,
  }
}

export default async function TokenLayout({ params, children }: Params & { children: ReactNode }) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm, account } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  const isOwn = state.source !== 'hosted'
  const [collection, hostedWords, rating] = await Promise.all([
    tokenOf(evm.explorer, state, address),
    hostedTokenOf(evm.client, state, address),
    isOwn ? ask(evm.explorer.evmContractRating({ chain, address })) : { data: undefined },
  ])
  const path = explorerPath.token(chain, address)
  const words = collection ?? hostedWords
  const isCoin = words?.contract_type === 'ERC20'
  return (
    <>
      <TokenHeader state={state} address={address} collection={collection} words={words} rating={rating.data} />
      <OwnNote account={account} kind={isCoin ? 'token' : 'collection'} chain={chain} subject={address} />
      {isOwn && (
        <Suspense fallback={<CollectionNumbersSkeleton />}>
          <CollectionNumbers
            explorer={evm.explorer}
            chain={chain}
            address={address}
            decimals={isCoin ? collection?.decimals : undefined}
            isPartial={collection?.status !== 'SYNCED'}
          />
        </Suspense>
      )}
      <TabBar
        label="Token"
        tabs={[
          { title: isCoin ? 'Transfers' : 'Items', href: path },
          ...(isCoin
            ? []
            : [
                { title: 'Owners', href: `${path}/owners` },
                { title: 'Traits', href: `${path}/traits` },
              ]),
          ...(isCoin || !isOwn ? [] : [{ title: 'Transfers', href: `${path}/transfers` }]),
          { title: 'Contract account', href: explorerPath.address(chain, address) },
        ]}
      />
      {children}
    </>
  )
}
