import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'

export type StripBlock = {
  key: string
  href: string
  /** What is drawn, in words. */
  title: string
  /** Its height, from 0 to 1. */
  share: number
  /** Its place between the two colours, from 0 to 1. */
  heat?: number
}

/** The newest blocks as a strip, the newest at the right; fewer of them on a phone. */
export const BlockStrip = ({ label, blocks }: { label: string; blocks: readonly StripBlock[] }) => (
  <ol aria-label={label} className="block-strip">
    {blocks.map(({ key, href, title, share, heat = 0 }) => (
      <li key={key}>
        <Link
          href={href}
          title={title}
          aria-label={title}
          style={{ '--share': `${Math.round(share * 100)}%`, '--heat': `${Math.round(heat * 100)}%` } as object}
        />
      </li>
    ))}
  </ol>
)

/** Figures side by side, each with a note below it. */
export const Tiles = ({
  label,
  tiles,
}: {
  label: string
  tiles: readonly (false | undefined | { title: string; value: ReactNode; note?: ReactNode })[]
}) => (
  <dl aria-label={label} className="tiles">
    {tiles.map(
      (tile) =>
        tile && (
          <div key={tile.title}>
            <dt>{tile.title}</dt>
            <dd>{tile.value}</dd>
            {tile.note && <dd>{tile.note}</dd>}
          </div>
        ),
    )}
  </dl>
)
