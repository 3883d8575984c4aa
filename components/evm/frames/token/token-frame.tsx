import { type ComponentProps, Suspense } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { ContractCoverage } from '#components/evm/parts/coverage/contract-coverage.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { TokenMark } from '#components/evm/parts/token-mark.tsx'
import { defineFrame } from '#components/kit/define-frame.tsx'
import { LabelButton } from '#components/labels/label-button.tsx'
import { OwnNote } from '#components/notes/own-note.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'
import { tokenLogo } from '#lib/logos/logos.ts'
import { answersOf } from '#lib/pages/page-definition.ts'
import { type HostedTokenWords, headQuestions, hostedTokenOf } from './about-token.ts'
import { CollectionNumbers, CollectionNumbersSkeleton } from './collection-numbers.tsx'
import { CollectionProgress } from './collection-progress.tsx'

/** The name and address of a token or collection. */
const TokenHeader = ({
  state,
  address,
  collection,
  words,
  rating,
}: {
  state: EvmChainState
  address: string
  /** Unknown where the data come from the hosted service. */
  collection: EvmCollection | undefined
  /** Its name and symbol, from any source. */
  words: HostedTokenWords | undefined
  rating: ComponentProps<typeof ContractCoverage>['rating'] | undefined
}) => {
  const name = words?.name || words?.symbol
  return (
    <PageTitle
      tools={<PageToolsButton />}
      picture={<TokenMark address={address} logo={tokenLogo(Number(state.chain_id), address)} size={40} />}
      kind={
        <span className="wrap-anywhere">
          {name ?? 'Token contract'}{' '}
          {words?.symbol && words.name && (
            <span className="inline-block max-w-40 truncate align-bottom font-normal text-muted">{words.symbol}</span>
          )}
        </span>
      }
      aside={
        collection ? (
          <CollectionProgress initial={collection} state={state} />
        ) : (
          state.source === 'hosted' && <IndexMark state={state} />
        )
      }
    >
      <span className="flex min-w-0 max-w-full items-center font-mono">
        <Hash value={address} className="min-w-0 select-all" />
        <CopyButton value={address} label="Copy address" className="ml-1" />
      </span>
      <LabelButton
        kind={words?.contract_type === 'ERC20' ? 'token' : 'collection'}
        chain={pathSegment(state.chain)}
        subject={address}
      />
      {words?.contract_type && <Badge tone="accent">{words.contract_type}</Badge>}
      <Badge>{state.title}</Badge>
      {rating && <ContractCoverage rating={rating} isCollection={words?.contract_type !== 'ERC20'} />}
    </PageTitle>
  )
}

/** The header of all pages of a token or collection. */
export const TokenFrame = defineFrame(addressParams, async ({ ask, state, chain, address, children }) => {
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
