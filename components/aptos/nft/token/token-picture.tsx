import { NftDocument } from '#components/nft/nft-document.tsx'
import { NftMediaView } from '#components/nft/nft-media-view.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { RefreshWhile } from '#components/ui/loading/refresh-while.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosToken } from '#lib/aptos/nft/contract.ts'
import type { Call } from '#lib/pages/question.ts'

/** The picture of a token, and the document that its URI names. Follows both while they are being fetched. */
export const TokenPicture = ({
  token: { media, name, metadata_status, metadata_error, normalized_metadata },
  call,
}: {
  token: AptosToken
  call: Call
}) => {
  const isPending = metadata_status === 'processing' || media?.status === 'processing'
  return (
    <div className="grid min-w-0 content-start gap-4">
      <Panel aria-label="Picture">
        <NftMediaView media={media} name={name} isOwn />
        {metadata_error && <p className="border-line border-t px-4 py-2 text-muted text-sm">{metadata_error}</p>}
        <SourceFoot title="Picture" call={call} />
      </Panel>
      <NftDocument metadata={normalized_metadata} call={call} />
      {isPending && <RefreshWhile />}
    </div>
  )
}
