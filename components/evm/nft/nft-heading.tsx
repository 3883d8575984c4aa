import type { ReactNode } from 'react'
import { Neighbours } from '#components/chain/neighbours.tsx'
import { ContractCoverage } from '#components/evm/parts/coverage/contract-coverage.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { ContractNftTransfers } from '#components/evm/parts/transfers/contract-nft-transfers.tsx'
import { nftTransferList } from '#components/evm/parts/transfers/nft-transfer-list.ts'
import { listedToken } from '#components/evm/parts/transfers/transfer-line.ts'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { pathSegment } from '#lib/api/page-path.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Filters } from '#lib/format/filters.ts'
import type { Answer, QuestionTo } from '#lib/pages/question.ts'
import { NftProvenance } from './nft-provenance.tsx'

/** The history of a token: as provenance for unique tokens, as a list for others. */
export const NftTransfersPanel = ({
  page,
  nft,
  isWhole,
  question,
  answer,
}: {
  page: { state: EvmChainState; path: string; filters: Filters }
  nft: Nft
  /** The contract has its whole history. */
  isWhole: boolean
  question: QuestionTo<EvmExplorerApi['evmCollectionTransfers']>
  answer: Promise<Answer<Output<EvmExplorerApi['evmCollectionTransfers']>>>
}) => {
  const isShared = nft.contract_type === 'ERC1155'
  return (
    <EvmListPanel
      page={page}
      title={isShared ? 'Transfers' : 'Provenance'}
      noun="transfers"
      certain="This token has no transfers."
      isWhole={isWhole}
      hasHeading
      aside={() => 'newest first'}
      question={question}
      answer={answer}
      list={nftTransferList}
      List={isShared ? ContractNftTransfers : NftProvenance}
      view={{ chain: page.state.chain, token: listedToken(nft) }}
    />
  )
}

type NftParams = { chain: string; address: string; token_id: string }

/** Links to the tokens before and after this one. */
export const TokensBeside = ({
  place: { chain, address },
  before,
  after,
}: {
  place: NftParams
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
  place: NftParams
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
