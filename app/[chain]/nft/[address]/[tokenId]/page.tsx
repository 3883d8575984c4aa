import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { NftAttributes } from '#components/evm/nft-attributes.tsx'
import { nftTitle } from '#components/evm/nft-card.tsx'
import { NftFacts } from '#components/evm/nft-facts.tsx'
import { NftPicture } from '#components/evm/nft-picture.tsx'
import { NftRefresh } from '#components/evm/nft-refresh.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { OwnNote } from '#components/sign-in/own-note.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

/** Live data. */
export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ chain: string; address: string; tokenId: string }> }

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { address, tokenId } = await params
  return { title: `NFT #${tokenId}`, description: `The NFT ${tokenId} of the contract ${address}.` }
}

export default async function NftPage({ params }: Props) {
  const given = await params
  const address = walletAddress(given.address) ?? notFound()
  const { evm, account } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  const token = { chain, address, token_id: given.tokenId }
  const { data: nft, fault } = await ask(
    evm.client.nftMetadata({ ...token, normalizeMetadata: true, media_items: true }),
  )
  if (fault?.code === 'not_found' || fault?.code === 'invalid_request') notFound()
  if (fault) return <FaultState {...fault} />
  const { data: documentState } = await ask(evm.explorer.evmNftState(token))
  const title = nftTitle(nft)
  const document = nft.normalized_metadata
  return (
    <>
      <PageTitle kind={title} aside={state.title}>
        {nft.possible_spam && <Badge tone="warn">Looks like spam</Badge>}
        {nft.verified_collection && <Badge tone="good">Verified collection</Badge>}
        {document?.name && <span className="break-all text-muted">Token {nft.token_id}</span>}
      </PageTitle>
      <OwnNote account={account} kind="token" chain={state.chain} subject={`${address}/${nft.token_id}`} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-4">
          <Panel aria-label="Picture">
            <div className="aspect-square">
              <NftPicture media={nft.media} name={title} size="page" />
            </div>
          </Panel>
          {documentState && <NftRefresh chain={chain} address={address} tokenId={nft.token_id} first={documentState} />}
        </div>
        <div className="grid content-start gap-4">
          <Panel title="Token">
            <NftFacts chain={chain} nft={nft} />
          </Panel>
          {document?.description && (
            <Panel title="Description">
              <p className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-line p-4 text-sm">
                {document.description}
              </p>
            </Panel>
          )}
          {document?.attributes && document.attributes.length > 0 && (
            <Panel title="Attributes" aside={document.attributes.length}>
              <NftAttributes attributes={document.attributes} />
            </Panel>
          )}
          {nft.metadata && (
            <Panel title="Document">
              <RawText value={nft.metadata} label="Copy document" wrap className="m-4" />
            </Panel>
          )}
        </div>
      </div>
    </>
  )
}
