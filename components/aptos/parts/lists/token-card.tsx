import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { NftCard } from '#components/nft/nft-card.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { ListedToken } from './token-gallery.ts'

/** A token in a gallery. */
export const TokenCard = ({
  token: { id, name, edition, collectionName, amount, media },
  network,
  isInCollection,
}: {
  token: ListedToken
  network: AptosNetwork
  isInCollection: boolean
}) => (
  <NftCard
    media={media ?? { status: 'invalid_url' }}
    title={name.trim() || 'Unnamed token'}
    href={aptosPath(aptosPaths.token({ id }), network)}
    held={amount === '1' ? undefined : amount}
  >
    {!isInCollection && <bdi className="truncate">{collectionName.trim() || 'Unnamed collection'}</bdi>}
    {edition !== '0' && <span className="nft-id">v{edition}</span>}
  </NftCard>
)
