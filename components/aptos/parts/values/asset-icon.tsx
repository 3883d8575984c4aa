import { ownPath } from '#components/nft/own-path.ts'
import { classNames } from '#components/ui/class-names.ts'

/** The icon of an asset; nothing without one, and for an asset with warnings: it may be that of another. */
export const AssetIcon = ({
  asset: { icon_preview_url, warnings },
  className = 'size-5',
}: {
  asset: { icon_preview_url: string | null; warnings: readonly string[] }
  className?: string
}) => {
  const path = ownPath(icon_preview_url)
  if (path === undefined || warnings.length > 0) return null
  return (
    // biome-ignore lint/performance/noImgElement: the server has made it in this size
    <img
      src={path}
      alt=""
      loading="lazy"
      decoding="async"
      className={classNames('inline-block shrink-0 rounded-full object-cover', className)}
    />
  )
}
