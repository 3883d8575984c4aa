import { OwnImage } from '#components/nft/own-image.tsx'

/** The icon of an asset; nothing without one, and for an asset with warnings: it may be that of another. */
export const AssetIcon = ({
  asset: { icon_preview_url, warnings },
  className = 'size-5',
}: {
  asset: { icon_preview_url: string | null; warnings: readonly string[] }
  className?: string
}) => (warnings.length > 0 ? null : <OwnImage url={icon_preview_url} className={`rounded-full ${className}`} />)
