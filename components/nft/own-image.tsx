import { classNames } from '#components/ui/class-names.ts'
import { ownPath } from './own-path.ts'

/** A small picture that this server made, beside the name of what it shows; nothing without one. */
export const OwnImage = ({ url, className }: { url: string | null | undefined; className: string }) => {
  const path = ownPath(url)
  if (path === undefined) return null
  return (
    // biome-ignore lint/performance/noImgElement: the server has made it in this size
    <img
      src={path}
      alt=""
      loading="lazy"
      decoding="async"
      className={classNames('inline-block shrink-0 object-cover', className)}
    />
  )
}
