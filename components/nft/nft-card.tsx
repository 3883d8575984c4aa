import type { ComponentProps, ReactNode } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { NftPicture } from './nft-picture.tsx'

/** Height as set by the classes: a square image of the card's width is cropped to the space above the text. */
export const nftCardHeight = 256

/** A token of any chain as a card: its picture, its title, and a line below it. */
export const NftCard = ({
  media,
  title,
  href,
  held,
  children,
}: Pick<ComponentProps<typeof NftPicture>, 'media'> & {
  title: string
  href: string
  /** How many of it are held, if that is not one. */
  held?: string
  children: ReactNode
}) => (
  <article className="nft-card">
    <div className="nft-picture">
      <NftPicture media={media} name={title} size="card" />
    </div>
    <div>
      <h2>
        <Link href={href}>
          <bdi>{title}</bdi>
        </Link>
      </h2>
      <p>{children}</p>
    </div>
    {held !== undefined && <Badge className="absolute top-2 right-2">× {groupedNumber(held)}</Badge>}
  </article>
)
