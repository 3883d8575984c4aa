import { FaultState } from '#components/chain/fault-state.tsx'
import { Neighbours } from '#components/chain/neighbours.tsx'
import { ChainCoverage } from '#components/evm/parts/coverage/chain-coverage.tsx'
import { ContractCoverage } from '#components/evm/parts/coverage/contract-coverage.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { evmCall, evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { nftTitle } from '#components/evm/parts/nft-title.ts'
import { nftSentence } from '#components/evm/parts/page-sentences.ts'
import { nftPlace } from '#components/evm/parts/places.ts'
import { tokenOf } from '#components/evm/parts/token-of.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/said.ts'
import { LabelButton } from '#components/labels/label-button.tsx'
import { OwnNote } from '#components/notes/own-note.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { LongText } from '#components/source/long-text.tsx'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { NftAttributes } from './nft-attributes.tsx'
import { NftFacts } from './nft-facts.tsx'
import { NftMediaView } from './nft-media-view.tsx'
import { originalPath, shownNft, tokenBeside } from './nft-of.ts'
import { NftOwnersPanel } from './nft-owners-panel.tsx'
import { NftRefresh } from './nft-refresh.tsx'
import { NftTransfersPanel } from './nft-transfers-panel.tsx'

const transfersOnPage = 25
const ownersOnPage = 10

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
    const original = found.media?.original_media_url
    const isOwn = state.source !== 'hosted'
    const isShared = nft.contract_type === 'ERC1155'
    const known = { chain, address, token_id: nft.token_id }
    const [documentState, rating, before, after, collection] = await Promise.all([
      answers.document,
      answers.rating,
      isOwn ? tokenBeside(ask, known, -1n) : undefined,
      isOwn ? tokenBeside(ask, known, 1n) : undefined,
      tokenOf(ask, state, address),
    ])
    const isWhole = state.index_complete === true || collection?.status === 'SYNCED'
    const title = nftTitle(nft)
    const subject = `${address}/${nft.token_id}`
    const document = nft.normalized_metadata
    const call = questions.nft
    const pathAt = (id: string | undefined) => id && evmPaths.nft({ chain, address, tokenId: id })
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
        <PageTitle
          tools={<PageToolsButton />}
          kind={<span className="wrap-anywhere">{title}</span>}
          aside={
            isOwn ? (
              (before || after) && (
                <Neighbours
                  previous={{ title: 'Previous token', href: pathAt(before) }}
                  next={{ title: 'Next token', href: pathAt(after) }}
                />
              )
            ) : (
              <IndexMark state={state} />
            )
          }
        >
          <Link href={evmPaths.token({ chain, address })} className="wrap-anywhere text-accent hover:underline">
            {nft.name || 'Collection'}
          </Link>
          <LabelButton kind="token" chain={pathSegment(chain)} subject={subject} />
          <Badge>{state.title}</Badge>
          {rating?.data ? (
            <ContractCoverage rating={rating.data} />
          ) : (
            nft.possible_spam && <Badge tone="warn">Looks like spam</Badge>
          )}
        </PageTitle>
        {!isWhole && <ChainCoverage state={state} isContract />}
        <OwnNote kind="token" chain={chain} subject={subject} />
        <div className="grid gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <div className="grid min-w-0 content-start gap-4">
            <Panel aria-label="Picture">
              <NftMediaView
                media={nft.media}
                name={title}
                original={isOwn && original ? originalPath(original) : undefined}
              />
              <SourceFoot title="Picture" call={call} />
            </Panel>
            {documentState?.data && (
              <NftRefresh chain={chain} address={address} tokenId={nft.token_id} first={documentState.data} />
            )}
            {document?.description && (
              <Panel title="Description" aside={<SourceLink title="Description" call={call} />}>
                <p className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-line p-4 text-sm">
                  {document.description}
                </p>
              </Panel>
            )}
            {document?.attributes && document.attributes.length > 0 && (
              <Panel
                title="Attributes"
                aside={
                  <>
                    {document.attributes.length}
                    <SourceLink title="Attributes" call={call} />
                  </>
                }
              >
                <NftAttributes attributes={document.attributes} />
              </Panel>
            )}
          </div>
          <div className="grid min-w-0 content-start gap-4">
            <Panel title="Token" aside={<SourceLink title="Token" call={call} />}>
              <NftFacts chain={chain} nft={nft} isPartial={isOwn && !isWhole} />
            </Panel>
            {isShared && questions.owners && answers.owners && (
              <NftOwnersPanel chain={chain} isPartial={!isWhole} question={questions.owners} answer={answers.owners} />
            )}
            {!isShared && transfers}
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
