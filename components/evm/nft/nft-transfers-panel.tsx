import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { ContractNftTransfers } from '#components/evm/parts/transfers/contract-nft-transfers.tsx'
import { nftTransferList } from '#components/evm/parts/transfers/nft-transfer-list.ts'
import { listedToken } from '#components/evm/parts/transfers/transfer-line.ts'
import type { Output } from '#lib/api/endpoint.ts'
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
