import { Suspense } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { addressPlace } from '#components/evm/parts/places.ts'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { OwnNote } from '#components/notes/own-note.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { answersOf } from '#lib/pages/page-definition.ts'
import { CollectionNumbers, CollectionNumbersSkeleton } from './collection-numbers.tsx'
import { hostedTokenOf } from './hosted-token.ts'
import { TokenHeader } from './token-header.tsx'
import { headQuestions } from './token-questions.ts'

/** The header of all pages of a token or collection. */
export const TokenFrame = defineFrame(addressPlace, async ({ ask, state, chain, address, children }) => {
  const isOwn = state.source !== 'hosted'
  const answers = answersOf(headQuestions(state, address), ask)
  const [collection, hostedWords, rating] = await Promise.all([
    answers.collection,
    hostedTokenOf(ask, state, address),
    answers.rating,
  ])
  const words = collection?.data ?? hostedWords
  const isCoin = words?.contract_type === 'ERC20'
  const hasUnits = words?.contract_type === 'ERC404' && isOwn
  const at = { chain, address }
  return (
    <>
      <TokenHeader state={state} address={address} collection={collection?.data} words={words} rating={rating?.data} />
      <OwnNote kind={isCoin ? 'token' : 'collection'} chain={chain} subject={address} />
      {hostedWords?.supply != null && (
        <p className="text-muted text-sm">
          Total supply <Amount value={hostedWords.supply} decimals={hostedWords.decimals} symbol={hostedWords.symbol} />
        </p>
      )}
      {isOwn && (
        <Suspense fallback={<CollectionNumbersSkeleton isCoin={isCoin} />}>
          <CollectionNumbers
            ask={ask}
            chain={chain}
            address={address}
            isCoin={isCoin}
            decimals={isCoin || hasUnits ? collection?.data?.decimals : undefined}
            symbol={words?.symbol}
            isPartial={collection?.data?.status !== 'SYNCED'}
          />
        </Suspense>
      )}
      <TabBar
        label="Token"
        tabs={[
          { title: isCoin ? 'Transfers' : 'Items', href: evmPaths.token(at) },
          ...(isCoin
            ? [{ title: 'Holders', href: evmTabPaths.tokenHolders(at) }]
            : [
                { title: 'Owners', href: evmTabPaths.tokenOwners(at) },
                { title: 'Traits', href: evmTabPaths.tokenTraits(at) },
              ]),
          ...(isCoin || !isOwn
            ? []
            : [{ title: hasUnits ? 'NFT transfers' : 'Transfers', href: evmTabPaths.tokenTransfers(at) }]),
          ...(hasUnits
            ? [
                { title: 'ERC20 holders', href: evmTabPaths.tokenHolders(at) },
                { title: 'ERC20 transfers', href: evmTabPaths.tokenErc20(at) },
              ]
            : []),
          { title: 'Contract account', href: evmPaths.wallet(at) },
        ]}
      />
      {children}
    </>
  )
})
