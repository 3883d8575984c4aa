import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { NormalizedMetadata } from '#lib/api/token-metadata.ts'
import { NftAttributes } from './nft-attributes.tsx'

/** The description and attributes in a token's document. */
export const NftDocument = ({
  metadata,
  call,
}: {
  metadata: Pick<NormalizedMetadata, 'description' | 'attributes'> | null | undefined
  call: Parameters<typeof SourceLink>[0]['call']
}) => {
  const { description, attributes } = metadata ?? {}
  return (
    <>
      {description && (
        <Panel title="Description" aside={<SourceLink title="Description" call={call} />}>
          <p className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-line p-4 text-sm">
            <bdi>{description}</bdi>
          </p>
        </Panel>
      )}
      {attributes && attributes.length > 0 && (
        <Panel
          title="Attributes"
          aside={
            <>
              {attributes.length}
              <SourceLink title="Attributes" call={call} />
            </>
          }
        >
          <NftAttributes attributes={attributes} />
        </Panel>
      )}
    </>
  )
}
