import { Hash } from '#components/chain/hash.tsx'
import { NftCard } from '#components/nft/nft-card.tsx'
import { Mark } from '#components/ui/mark.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { ListedNft } from './listed-nft.ts'

/** A token as a card. Inside its own collection the collection's name is left out. */
export const EvmNftCard = ({
  nft,
  chain,
  isInCollection = false,
}: {
  nft: ListedNft
  chain: string
  isInCollection?: boolean
}) => {
  const held = nft.contract_type === 'ERC1155' && nft.amount !== null && nft.amount !== '1' ? nft.amount : undefined
  return (
    <NftCard
      media={nft.media}
      title={nft.title}
      href={evmPaths.nft({ chain, address: nft.token_address, tokenId: nft.token_id })}
      held={held}
    >
      {!isInCollection && (
        <span className="truncate" title={nft.token_address}>
          {nft.name || <Hash value={nft.token_address} title={undefined} />}
        </span>
      )}
      {nft.verified_collection && <Mark icon="verified" title="Known collection" className="text-good" />}
      {nft.title !== `#${nft.token_id}` && <span className="nft-id">#{nft.token_id}</span>}
    </NftCard>
  )
}
