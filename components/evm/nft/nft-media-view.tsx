import { NftPicture } from '#components/nft/nft-picture.tsx'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { NftOriginal } from './nft-original.tsx'

/** The media of a token in a square: its image, or its film or sound with a way to play it. */
export const NftMediaView = ({
  media,
  name,
  original,
}: {
  media: NftMedia | null | undefined
  name: string
  /** The URL at which this server streams the original media. */
  original: string | undefined
}) => {
  const picture = <NftPicture media={media} name={name} size="page" />
  const category = media?.category
  const isPlayed = media?.status === 'success' && (category === 'video' || category === 'audio')
  return (
    <div className="aspect-square">
      {isPlayed && original ? (
        <NftOriginal path={original} category={category} name={name}>
          {picture}
        </NftOriginal>
      ) : (
        picture
      )}
    </div>
  )
}
