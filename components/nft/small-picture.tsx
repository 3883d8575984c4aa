import { classNames } from '#components/ui/class-names.ts'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { ownPath } from './own-path.ts'

/** The small preview of a collection or token beside its name; nothing without one. */
export const SmallPicture = ({
  media,
  className,
}: {
  media: Pick<NftMedia, 'media_collection'> | null | undefined
  className: string
}) => {
  const path = ownPath(media?.media_collection?.low.url)
  if (path === undefined) return null
  return (
    // biome-ignore lint/performance/noImgElement: the server has made it in this size
    <img
      src={path}
      alt=""
      loading="lazy"
      decoding="async"
      className={classNames('inline-block shrink-0 rounded-md bg-sunken object-cover', className)}
    />
  )
}
