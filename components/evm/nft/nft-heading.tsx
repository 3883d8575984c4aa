import type { ReactNode } from 'react'
import { Neighbours } from '#components/chain/neighbours.tsx'
import { ContractCoverage } from '#components/evm/parts/coverage/contract-coverage.tsx'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'

type NftPlace = { chain: string; address: string; token_id: string }

/** Links to the tokens before and after this one. */
export const TokensBeside = ({
  place: { chain, address },
  before,
  after,
}: {
  place: NftPlace
  before: string | undefined
  after: string | undefined
}) => {
  const pathAt = (id: string | undefined) => id && evmPaths.nft({ chain, address, tokenId: id })
  return (
    <Neighbours
      previous={{ title: 'Previous token', href: pathAt(before) }}
      next={{ title: 'Next token', href: pathAt(after) }}
    />
  )
}

export const NftHeading = ({
  state,
  place: { chain, address, token_id },
  nft,
  title,
  rating,
  aside,
}: {
  state: { title: string }
  place: NftPlace
  nft: Pick<Nft, 'name' | 'possible_spam'>
  title: string
  rating: Parameters<typeof ContractCoverage>[0]['rating'] | undefined
  aside: ReactNode
}) => (
  <PageTitle tools={<PageToolsButton />} kind={<span className="wrap-anywhere">{title}</span>} aside={aside}>
    <Link href={evmPaths.token({ chain, address })} className="wrap-anywhere text-accent hover:underline">
      {nft.name || 'Collection'}
    </Link>
    <LabelButton kind="token" chain={pathSegment(chain)} subject={`${address}/${token_id}`} />
    <Badge>{state.title}</Badge>
    {rating ? (
      <ContractCoverage rating={rating} isCollection />
    ) : (
      nft.possible_spam && <Badge tone="warn">Looks like spam</Badge>
    )}
  </PageTitle>
)
