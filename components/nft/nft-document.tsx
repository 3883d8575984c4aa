import { hash } from 'node:crypto'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { NftMedia, NormalizedMetadata } from '#lib/api/token-metadata.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { NftOriginal } from './nft-original.tsx'
import { NftPicture } from './nft-picture.tsx'

/** The media of a token in a square: its image, or its film or sound with a way to play it. */
export const NftMediaView = ({
  media,
  name,
  isOwn,
}: {
  media: NftMedia | null | undefined
  name: string
  /** Whether the media is of our index: only this is streamed by this server. */
  isOwn: boolean
}) => {
  const picture = <NftPicture media={media} name={name} size="page" />
  const category = media?.category
  const isPlayed = media?.status === 'success' && (category === 'video' || category === 'audio')
  const uri = isOwn ? media?.original_media_url : undefined
  return (
    <div className="aspect-square">
      {isPlayed && uri ? (
        <NftOriginal path={`/media/original/${hash('sha256', uri)}`} category={category} name={name}>
          {picture}
        </NftOriginal>
      ) : (
        picture
      )}
    </div>
  )
}

type Attribute = NonNullable<NormalizedMetadata['attributes']>[number]

const isDate = ({ display_type, value }: Attribute) => display_type === 'date' && typeof value === 'number'
const shown = (attribute: Attribute): string => {
  const { value, max_value } = attribute
  if (isDate(attribute)) return `${new Date(Number(value) * 1_000).toISOString().slice(0, 10)} UTC`
  return `${value ?? 'none'}${max_value === null ? '' : ` of ${max_value}`}`
}

const attributesMax = 60

/** The attributes in the token's document, one card each. */
const NftAttributes = ({ attributes }: { attributes: readonly Attribute[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2 p-4">
    {attributes.slice(0, attributesMax).map((attribute, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a document may state the same twice, and its order is fixed
      <div key={index} className="min-w-0 rounded-lg border border-line bg-sunken px-3 py-2">
        <dt className="truncate text-muted text-xs" title={attribute.trait_type ?? undefined}>
          {attribute.trait_type ?? 'Attribute'}
        </dt>
        <dd className="wrap-anywhere font-medium text-sm">{shown(attribute)}</dd>
      </div>
    ))}
    {attributes.length > attributesMax && (
      <div className="self-center text-muted text-sm">
        {groupedNumber(attributes.length - attributesMax)} more in the document
      </div>
    )}
  </dl>
)

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
