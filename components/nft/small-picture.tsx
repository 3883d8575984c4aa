import type { NftMedia } from '#lib/api/token-metadata.ts'
import { OwnImage } from './own-image.tsx'

/** The small preview of a collection or token beside its name; nothing without one. */
export const SmallPicture = ({
  media,
  className,
}: {
  media: Pick<NftMedia, 'media_collection'> | null | undefined
  className: string
}) => <OwnImage url={media?.media_collection?.low.url} className={`rounded-md bg-sunken ${className}`} />
