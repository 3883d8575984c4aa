import { NftDocument } from '#components/nft/nft-document.tsx'
import { NftMediaView } from '#components/nft/nft-media-view.tsx'
import { SourceFoot, type SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import { NftRefresh } from './nft-refresh.tsx'

/** The picture of a token, and what its metadata says. */
export const NftPicture = ({
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
  <div className="grid min-w-0 content-start gap-4">
    <Panel aria-label="Picture">
      <NftMediaView media={nft.media} name={title} isOwn={isOwn} />
      <SourceFoot title="Picture" call={call} />
    </Panel>
    {first && <NftRefresh chain={chain} address={address} tokenId={nft.token_id} first={first} />}
    <NftDocument metadata={nft.normalized_metadata} call={call} />
  </div>
)
