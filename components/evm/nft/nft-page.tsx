import { FaultState } from '#components/chain/fault-state.tsx'
import { nftTitle } from '#components/evm/parts/nft-title.ts'
import { nftSentence } from '#components/evm/parts/page-sentences.ts'
import { nftParams } from '#components/evm/parts/params.ts'
import { tokenOf } from '#components/evm/parts/token-of.ts'
import { readKnown } from '#components/evm/parts/values/known-addresses.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { NftDocument, NftMediaView } from '#components/nft/nft-document.tsx'
import { OwnNote } from '#components/notes/own-note.tsx'
import { LongText } from '#components/source/long-text.tsx'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { collectionEndpoints, ownershipEndpoints } from '#lib/evm/nft/collection-contract.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { nftStateEndpoints } from '#lib/evm/nft/state-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText, cutTexts } from '#lib/format/cut-texts.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { type Answer, type Ask, callTo, type QuestionTo } from '#lib/pages/question.ts'
import { NftFacts } from './nft-facts.tsx'
import { NftHeading, NftTransfersPanel, TokensBeside } from './nft-heading.tsx'
import { nftHolderList } from './nft-holder-list.tsx'
import { NftHolders, NftRefresh } from './nft-refresh.tsx'

/** The picture of a token, and what its metadata says. */
const NftPicture = ({
  chain,
  address,
  nft,
  title,
  call,
  isOwn,
  first,
}: {
  chain: string
  address: string
  nft: Pick<Nft, 'media' | 'token_id' | 'normalized_metadata'>
  title: string
  call: Parameters<typeof SourceLink>[0]['call']
  isOwn: boolean
  /** The state of the metadata, if our index has it. */
  first: Parameters<typeof NftRefresh>[0]['first'] | undefined
}) => (
  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
    <Panel aria-label="Picture">
      <NftMediaView media={nft.media} name={title} isOwn={isOwn} />
      <SourceFoot title="Picture" call={call} />
    </Panel>
    {first && <NftRefresh chain={chain} address={address} tokenId={nft.token_id} first={first} />}
    <NftDocument metadata={nft.normalized_metadata} call={call} />
  </div>
)

/** Owners of an ERC1155 token and their amounts. */
const NftOwnersPanel = ({
  chain,
  isPartial,
  question,
  answer,
}: {
  chain: string
  isPartial: boolean
  question: QuestionTo<EvmExplorerApi['evmNftOwners']>
  answer: Promise<Answer<Output<EvmExplorerApi['evmNftOwners']>>>
}) => (
  <ListPanel
    title="Owners"
    hasHeading
    aside={({ owners }) => `${owners === null ? 'over 2,000' : groupedNumber(owners)}${isPartial ? ' indexed' : ''}`}
    question={question}
    answer={answer}
    list={nftHolderList}
    List={NftHolders}
    view={{ chain }}
    total={({ owners }) => owners}
    nothing={<EmptyState title={isPartial ? 'No owners in the indexed blocks' : 'No owners'} />}
  />
)

/** The length of metadata on the page; the rest is fetched when it is opened. */
const metadataMax = 4_000

const shownNft = (nft: Nft): Nft => ({
  ...cutTexts({ ...nft, metadata: null }),
  metadata: nft.metadata && cutText(nft.metadata, metadataMax),
})

const idMax = 2n ** 256n

/** The adjacent token id, if it exists: most collections are numbered consecutively. */
const tokenBeside = async (
  ask: Ask,
  { chain, address, token_id }: { chain: string; address: string; token_id: string },
  step: 1n | -1n,
): Promise<string | undefined> => {
  const id = BigInt(token_id) + step
  if (id < 0n || id >= idMax) return undefined
  return (await ask(callTo(nftEndpoints.nftMetadata, { chain, address, token_id: id.toString() }))).data?.token_id
}

const isAddress = (text: string | null | undefined): text is string => walletAddress(text ?? '') !== undefined

const transfersOnPage = 25
const ownersOnPage = 10

/** Without code for the browser: this page is at its limit. */
const PartialHistory = () => (
  <Link href="/status" className="badge hover:text-accent">
    Partial history
  </Link>
)

const DocumentPanel = ({ document, call }: { document: string; call: Parameters<typeof SourceLink>[0]['call'] }) => (
  <Panel title="Document" aside={<SourceLink title="Document" call={call} />}>
    <LongText value={document} label="Copy document" wrap className="m-4" call={call} path={['metadata']} />
  </Panel>
)

export const { entry, generateMetadata, Page } = definePage({
  path: evmPaths.nft,
  kind: 'NFT',
  params: nftParams,
  questions: ({ state: { source }, chain, address, tokenId, part }) => {
    const token = { chain, address, token_id: tokenId }
    const isOwn = source !== 'hosted'
    return {
      nft: {
        ...callTo(nftEndpoints.nftMetadata, { ...token, normalizeMetadata: true, media_items: true }),
        isWhole: true,
      },
      transfers: isOwn
        ? callTo(ownershipEndpoints.evmCollectionTransfers, { ...token, ...part(transfersOnPage) })
        : undefined,
      owners: isOwn ? callTo(ownershipEndpoints.evmNftOwners, { ...token, limit: ownersOnPage }) : undefined,
      document: isOwn ? callTo(nftStateEndpoints.evmNftState, token) : undefined,
      rating: isOwn ? callTo(collectionEndpoints.evmContractRating, { chain, address }) : undefined,
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
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <NftPicture
            chain={chain}
            address={address}
            nft={nft}
            title={title}
            call={call}
            isOwn={isOwn}
            first={documentState?.data}
          />
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
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
            {nft.metadata && <DocumentPanel document={nft.metadata} call={call} />}
          </div>
          {isShared && <div className="lg:col-span-2">{transfers}</div>}
        </div>
      </>
    )
  },
})
