import { BadgeCheck } from 'lucide'
import { Hash } from '#components/chain/hash.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Nft } from '#lib/evm/contract/nfts.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { NftPicture } from './nft-picture.tsx'

/** As the classes set it: a square of the card's width is cut to what is left above the words. */
export const nftCardHeight = 256

/** What a token calls itself, else its number. */
export const nftTitle = (nft: Pick<Nft, 'normalized_metadata' | 'token_id'>): string =>
  nft.normalized_metadata?.name?.trim() || `#${nft.token_id}`

/** What a card says of a token. */
export type CardNft = Pick<
  Nft,
  | 'token_address'
  | 'token_id'
  | 'name'
  | 'contract_type'
  | 'amount'
  | 'verified_collection'
  | 'media'
  | 'normalized_metadata'
>

/** A token as a card. Inside its own collection the collection's name is left out. */
export const NftCard = ({
  nft,
  chain,
  isInCollection = false,
}: {
  nft: CardNft
  chain: string
  isInCollection?: boolean
}) => {
  const title = nftTitle(nft)
  const held = nft.contract_type === 'ERC1155' && nft.amount !== null && nft.amount !== '1' ? nft.amount : null
  return (
    <article className="relative flex h-full flex-col overflow-clip rounded-xl border border-line bg-surface hover:border-accent">
      <div className="min-h-0 flex-1">
        <NftPicture media={nft.media} name={title} size="card" />
      </div>
      <div className="border-line border-t px-3 py-2 text-sm">
        <h2 className="truncate font-medium">
          <Link
            href={explorerPath.nft(chain, nft.token_address, nft.token_id)}
            className="after:absolute after:inset-0 hover:text-accent"
          >
            {title}
          </Link>
        </h2>
        <p className="flex items-center gap-1 text-muted text-xs">
          {!isInCollection && (
            <span className="min-w-0 truncate" title={nft.token_address}>
              {nft.name || <Hash value={nft.token_address} className="select-auto" />}
            </span>
          )}
          {nft.verified_collection && (
            <span title="Verified collection" className="shrink-0 text-good">
              <Icon of={BadgeCheck} size={13} />
              <span className="sr-only">Verified</span>
            </span>
          )}
          <span className="min-w-0 max-w-20 truncate font-mono">#{nft.token_id}</span>
        </p>
      </div>
      {held && <Badge className="absolute top-2 right-2">× {groupedNumber(held)}</Badge>}
    </article>
  )
}
