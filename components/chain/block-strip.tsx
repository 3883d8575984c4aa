import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { Timestamp } from './timestamp.tsx'

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

type Tile = { title: string; value: ReactNode; note?: ReactNode }

/** Whether a chain is alive: figures side by side, each with a note below it, beside the strip of its newest blocks. */
export const Pulse = ({
  newest: { number, href, iso },
  tiles,
  children,
}: {
  newest: { number: string | number; href: string; iso: string | null }
  /** After the newest block. */
  tiles: readonly (false | undefined | Tile)[]
  /** The strip, and what it shows. */
  children: ReactNode
}) => {
  const link = (
    <Link href={href} className="hover:text-accent">
      {groupedNumber(number)}
    </Link>
  )
  const newestTile: Tile = { title: 'Latest block', value: link, note: iso !== null && <Timestamp iso={iso} /> }
  return (
    <div className="grid gap-4 p-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:items-center">
      <dl aria-label="Figures" className="tiles">
        {[newestTile, ...tiles].map(
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
      <div className="min-w-0">{children}</div>
    </div>
  )
}
