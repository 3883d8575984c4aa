import { Hash } from '#components/chain/hash.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { ListedNft } from './listed-nft.ts'
import { NftPicture } from './nft-picture.tsx'

/** Height as set by the classes: a square image of the card's width is cropped to the space above the text. */
export const nftCardHeight = 256

/** A token as a card. Inside its own collection the collection's name is left out. */
export const NftCard = ({
  nft,
  chain,
  isInCollection = false,
}: {
  nft: ListedNft
  chain: string
  isInCollection?: boolean
}) => {
  const held = nft.contract_type === 'ERC1155' && nft.amount !== null && nft.amount !== '1' ? nft.amount : null
  return (
    <article className="nft-card">
      <div className="nft-picture">
        <NftPicture media={nft.media} name={nft.title} size="card" />
      </div>
      <div>
        <h2>
          <Link href={evmPaths.nft({ chain, address: nft.token_address, tokenId: nft.token_id })}>{nft.title}</Link>
        </h2>
        <p>
          {!isInCollection && (
            <span className="truncate" title={nft.token_address}>
              {nft.name || <Hash value={nft.token_address} title={undefined} />}
            </span>
          )}
          {nft.verified_collection && <Mark icon="verified" title="Verified collection" className="text-good" />}
          {nft.title !== `#${nft.token_id}` && <span className="nft-id">#{nft.token_id}</span>}
        </p>
      </div>
      {held && <Badge className="absolute top-2 right-2">× {groupedNumber(held)}</Badge>}
    </article>
  )
}
