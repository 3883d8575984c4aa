import { ImageOff, LoaderCircle, Play } from 'lucide'
import { classNames } from '#components/ui/class-names.ts'
import { Icon } from '#components/ui/icon.tsx'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { ownPath } from './own-path.ts'

const words: Record<string, string> = {
  processing: 'Fetching the image',
  unsupported_media: 'Unsupported image format',
  invalid_url: 'No image',
  host_unavailable: 'The image host does not respond',
  temporarily_unavailable: 'The image could not be fetched',
}

/** A token's image in a square, or the reason that it is missing. `size` is the displayed size. */
export const NftPicture = ({
  media,
  name,
  size,
  className,
}: {
  media: Pick<NftMedia, 'status' | 'category' | 'media_collection'> | null | undefined
  name: string
  size: 'card' | 'page'
  className?: string
}) => {
  const previews = media?.media_collection
  const [low, medium, high] = [previews?.low, previews?.medium, previews?.high].map((one) => ownPath(one?.url))
  const largest = size === 'page' ? (high ?? medium) : medium
  if (media?.status === 'success' && largest)
    return (
      // biome-ignore lint/performance/noImgElement: the server has made it in the sizes that are asked for
      <img
        src={largest}
        srcSet={size === 'card' && low ? `${low} 100w, ${medium} 250w, ${high} 500w` : undefined}
        sizes={size === 'card' ? '13rem' : undefined}
        // A card has the name beside it.
        alt={size === 'card' ? '' : name}
        loading={size === 'card' ? 'lazy' : 'eager'}
        decoding="async"
        className={classNames('size-full bg-sunken object-contain', className)}
      />
    )
  const status = media?.status ?? 'processing'
  const icon = iconOf(media?.category, status)
  const text = media?.status === 'success' ? `The original is ${media.category ?? 'elsewhere'}` : words[status]
  return (
    <div
      role="img"
      aria-label={text ?? status}
      className={classNames(
        'flex size-full flex-col items-center justify-center gap-2 bg-sunken p-3 text-center text-muted text-xs',
        className,
      )}
    >
      <Icon
        of={icon}
        size={size === 'page' ? 34 : 24}
        aria-hidden
        className={status === 'processing' ? 'motion-safe:animate-spin' : ''}
      />
      <span className={size === 'card' ? 'sr-only' : undefined}>{text}</span>
    </div>
  )
}

const iconOf = (category: string | null | undefined, status: string) => {
  if (category === 'video' || category === 'audio') return Play
  return status === 'processing' ? LoaderCircle : ImageOff
}
