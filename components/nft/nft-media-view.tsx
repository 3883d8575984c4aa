import { hash } from 'node:crypto'
import type { NftMedia } from '#lib/api/token-metadata.ts'
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
