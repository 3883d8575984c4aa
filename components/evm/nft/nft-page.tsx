import { FaultState } from '#components/chain/fault-state.tsx'
import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { nftTitle } from '#components/evm/parts/nft-title.ts'
import { nftSentence } from '#components/evm/parts/page-sentences.ts'
import { nftPlace } from '#components/evm/parts/places.ts'
import { tokenOf } from '#components/evm/parts/token-of.ts'
import { readKnown } from '#components/evm/parts/values/known-addresses.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { OwnNote } from '#components/notes/own-note.tsx'
import { LongText } from '#components/source/long-text.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { NftFacts } from './nft-facts.tsx'
import { NftHeading, TokensBeside } from './nft-heading.tsx'
import { shownNft, tokenBeside } from './nft-of.ts'
import { NftOwnersPanel } from './nft-owners-panel.tsx'
import { NftPicture } from './nft-picture.tsx'
import { NftTransfersPanel } from './nft-transfers-panel.tsx'

const isAddress = (text: string | null | undefined): text is string => walletAddress(text ?? '') !== undefined

const transfersOnPage = 25
const ownersOnPage = 10

/** Without code for the browser: this page is at its limit. */
const PartialHistory = () => (
  <Link href="/status" className="badge hover:text-accent">
    Partial history
  </Link>
)

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.nft,
  kind: 'NFT',
  place: nftPlace,
  questions: ({ state: { source }, chain, address, tokenId, part }) => {
    const token = { chain, address, token_id: tokenId }
    const isOwn = source !== 'hosted'
    return {
      nft: { ...evmCall('nftMetadata', { ...token, normalizeMetadata: true, media_items: true }), isWhole: true },
      transfers: isOwn ? evmExplorerCall('evmCollectionTransfers', { ...token, ...part(transfersOnPage) }) : undefined,
      owners: isOwn ? evmExplorerCall('evmNftOwners', { ...token, limit: ownersOnPage }) : undefined,
      document: isOwn ? evmExplorerCall('evmNftState', token) : undefined,
      rating: isOwn ? evmExplorerCall('evmContractRating', { chain, address }) : undefined,
    }
  },
  list: ['transfers'],
  about: async ({ state, address, tokenId }, answers) => {
    const { data: found } = await answers.nft
    const title = found ? nftTitle(found) : `#${tokenId}`
    return {
      title,
      place: state.title,
      summary: found ? nftSentence(state, found) : `${title} on ${state.title}.`,
      facts: [
        ['Collection', found?.name || shortText(address)],
        ['Token id', shortText(tokenId)],
        ...(found?.owner_of ? [['Owner', shortText(found.owner_of)] as const] : []),
        ...(found?.contract_type ? [['Standard', found.contract_type] as const] : []),
      ],
    }
  },
  body: async (page) => {
    const { ask, state, chain, address, questions, answers } = page
    const { data: found, fault } = await answers.nft
    if (fault) return <FaultState {...fault} />
    const nft = shownNft(found)
    const isOwn = state.source !== 'hosted'
    const isShared = nft.contract_type === 'ERC1155'
    const known = { chain, address, token_id: nft.token_id }
    const [documentState, rating, before, after, collection, { names }] = await Promise.all([
      answers.document,
      answers.rating,
      isOwn ? tokenBeside(ask, known, -1n) : undefined,
      isOwn ? tokenBeside(ask, known, 1n) : undefined,
      tokenOf(ask, state, address),
      readKnown(ask, state, [nft.owner_of, nft.minter_address].filter(isAddress)),
    ])
    const isWhole = state.index_complete === true || collection?.status === 'SYNCED'
    const title = nftTitle(nft)
    const subject = `${address}/${nft.token_id}`
    const call = questions.nft
    const transfers = questions.transfers && answers.transfers && (
      <NftTransfersPanel
        page={page}
        nft={nft}
        isWhole={isWhole}
        question={questions.transfers}
        answer={answers.transfers}
      />
    )
    return (
      <>
        <NftHeading
          state={state}
          place={known}
          nft={nft}
          title={title}
          rating={rating?.data}
          aside={
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {!isWhole && (isOwn ? <PartialHistory /> : <span className="text-muted">From the hosted service</span>)}
              {(before || after) && <TokensBeside place={known} before={before} after={after} />}
            </span>
          }
        />
        <OwnNote kind="token" chain={chain} subject={subject} />
        <div className="grid gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <NftPicture
            chain={chain}
            address={address}
            nft={nft}
            title={title}
            call={call}
            isOwn={isOwn}
            first={documentState?.data}
          />
          <div className="grid min-w-0 content-start gap-4">
            <Panel title="Token" aside={<SourceLink title="Token" call={call} />}>
              <NftFacts chain={chain} nft={nft} names={names} isPartial={isOwn && !isWhole} />
            </Panel>
            {isShared && questions.owners && answers.owners && (
              <NftOwnersPanel chain={chain} isPartial={!isWhole} question={questions.owners} answer={answers.owners} />
            )}
            {!isShared && transfers}
            {!isOwn && (
              <p className="text-muted text-sm">
                The hosted service does not list the transfers and the owners of one NFT. The owners of its collection
                are on the page of the collection.
              </p>
            )}
            {nft.metadata && (
              <Panel title="Document" aside={<SourceLink title="Document" call={call} />}>
                <LongText
                  value={nft.metadata}
                  label="Copy document"
                  wrap
                  className="m-4"
                  call={call}
                  path={['metadata']}
                />
              </Panel>
            )}
          </div>
          {isShared && <div className="lg:col-span-2">{transfers}</div>}
        </div>
      </>
    )
  },
})
