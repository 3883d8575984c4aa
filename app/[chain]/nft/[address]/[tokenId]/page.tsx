import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Neighbours } from '#components/chain/neighbours.tsx'
import { ChainCoverage } from '#components/evm/chain-coverage.tsx'
import { ContractStanding } from '#components/evm/contract-standing.tsx'
import { IndexMark } from '#components/evm/index-mark.tsx'
import { NftAttributes } from '#components/evm/nft-attributes.tsx'
import { NftFacts } from '#components/evm/nft-facts.tsx'
import { NftMediaView } from '#components/evm/nft-media-view.tsx'
import { nftOf, tokenBeside } from '#components/evm/nft-of.ts'
import { NftOwnersPanel } from '#components/evm/nft-owners-panel.tsx'
import { NftRefresh } from '#components/evm/nft-refresh.tsx'
import { nftTitle } from '#components/evm/nft-title.ts'
import { NftTransfersPanel } from '#components/evm/nft-transfers-panel.tsx'
import { nftSentence } from '#components/evm/page-sentences.ts'
import { findServedChain, servedChain } from '#components/evm/served-chains.ts'
import { tokenOf } from '#components/evm/token-of.ts'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { OwnNote } from '#components/sign-in/own-note.tsx'
import { LongText } from '#components/source/long-text.tsx'
import { evmCall } from '#components/source/source-call.ts'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { chainSegment, explorerPath } from '#lib/format/explorer-path.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; address: string; tokenId: string }> }

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const given = await params
  const { tokenId } = given
  const address = walletAddress(given.address)
  const { evm } = await systems()
  const state = address ? await findServedChain(evm.explorer, given.chain) : undefined
  const { data } = state && address ? await nftOf(evm.client, state.chain, address, tokenId) : {}
  return {
    title: data ? `${nftTitle(data)}, NFT #${tokenId}` : `NFT #${tokenId}`,
    description: state && data ? nftSentence(state, data) : `The NFT ${tokenId} of the contract ${given.address}.`,
  }
}

export default async function NftPage({ params }: Props) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm, account } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  const token = { chain, address, token_id: given.tokenId }
  const { data: nft, fault, original } = await nftOf(evm.client, chain, address, given.tokenId)
  if (fault?.code === 'not_found' || fault?.code === 'invalid_request') notFound()
  if (fault) return <FaultState {...fault} />
  const isOwn = state.source !== 'hosted'
  const isShared = nft.contract_type === 'ERC1155'
  const known = { ...token, token_id: nft.token_id }
  const [documentState, rating, before, after, collection] = await Promise.all([
    isOwn ? ask(evm.explorer.evmNftState(token)) : { data: undefined },
    isOwn ? ask(evm.explorer.evmContractRating({ chain, address })) : { data: undefined },
    isOwn ? tokenBeside(evm.client, known, -1n) : undefined,
    isOwn ? tokenBeside(evm.client, known, 1n) : undefined,
    tokenOf(evm.explorer, state, address),
  ])
  const isWhole = state.index_complete === true || collection?.status === 'SYNCED'
  const title = nftTitle(nft)
  const document = nft.normalized_metadata
  const call = evmCall('nftMetadata', { ...token, normalizeMetadata: true, media_items: true })
  const pathOf = (id: string | undefined) => (id === undefined ? undefined : explorerPath.nft(chain, address, id))
  return (
    <>
      <PageTitle
        tools={<PageToolsButton />}
        kind={<span className="wrap-anywhere">{title}</span>}
        aside={
          isOwn ? (
            (before || after) && (
              <Neighbours
                previous={{ title: 'Previous token', href: pathOf(before) }}
                next={{ title: 'Next token', href: pathOf(after) }}
              />
            )
          ) : (
            <IndexMark state={state} />
          )
        }
      >
        <Link href={explorerPath.token(chain, address)} className="wrap-anywhere text-accent hover:underline">
          {nft.name || 'Its collection'}
        </Link>
        <LabelButton kind="token" chain={chainSegment(chain)} subject={`${address}/${nft.token_id}`} />
        <Badge>{state.title}</Badge>
        {rating.data ? (
          <ContractStanding rating={rating.data} />
        ) : (
          nft.possible_spam && <Badge tone="warn">Looks like spam</Badge>
        )}
      </PageTitle>
      {!isWhole && <ChainCoverage state={state} isContract />}
      <OwnNote account={account} kind="token" chain={state.chain} subject={`${address}/${nft.token_id}`} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-4">
          <Panel aria-label="Picture">
            <NftMediaView media={nft.media} name={title} original={isOwn ? original : undefined} />
            <SourceFoot title="Picture" call={call} />
          </Panel>
          {documentState.data && (
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
          {isOwn && isShared && <NftOwnersPanel explorer={evm.explorer} chain={chain} nft={nft} isPartial={!isWhole} />}
          {isOwn && !isShared && (
            <NftTransfersPanel explorer={evm.explorer} state={state} nft={nft} isWhole={isWhole} />
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
        {isOwn && isShared && (
          <div className="lg:col-span-2">
            <NftTransfersPanel explorer={evm.explorer} state={state} nft={nft} isWhole={isWhole} />
          </div>
        )}
      </div>
    </>
  )
}
