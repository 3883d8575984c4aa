import { FaultState } from '#components/chain/fault-state.tsx'
import { NothingListed } from '#components/evm/parts/coverage/nothing-listed.tsx'
import type { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { ContractNftTransfers } from '#components/evm/parts/transfers/contract-nft-transfers.tsx'
import { listedToken } from '#components/evm/parts/transfers/transfer-line.ts'
import { nftTransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { firstPage } from '#components/kit/first-page.ts'
import { ListTools } from '#components/source/list-tools.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmChainState, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import type { Nft } from '#lib/evm/contract/nfts.ts'
import type { Answer } from '#lib/pages/question.ts'
import { NftProvenance } from './nft-provenance.tsx'

/** The history of a token: as provenance for unique tokens, as a list for others. */
export const NftTransfersPanel = ({
  state,
  nft,
  isWhole,
  question,
  answer: { data, fault },
}: {
  state: EvmChainState
  nft: Nft
  /** The contract has its whole history. */
  isWhole: boolean
  question: ReturnType<typeof evmExplorerCall<'evmCollectionTransfers'>>
  answer: Answer<Output<EvmExplorerApi['evmCollectionTransfers']>>
}) => {
  const { chain } = state
  const { input } = question
  const isShared = nft.contract_type === 'ERC1155'
  const title = isShared ? 'Transfers' : 'Provenance'
  const source = <SourceLink title={title} call={question} />
  if (fault)
    return (
      <Panel title={title} aside={source}>
        <FaultState {...fault} />
      </Panel>
    )
  const nothing = (
    <NothingListed
      state={state}
      noun="transfers"
      isFiltered={false}
      certain="This token has no transfers."
      isWhole={isWhole}
    />
  )
  return (
    <Panel
      title={title}
      aside={
        <>
          newest first <ListTools title={title} call={question} />
        </>
      }
    >
      {isShared ? (
        <ContractNftTransfers
          input={input}
          first={firstPage(nftTransferList, data)}
          view={{ chain, token: listedToken(nft) }}
        >
          {nothing}
        </ContractNftTransfers>
      ) : (
        <NftProvenance chain={chain} input={input} first={firstPage(nftTransferList, data)}>
          {nothing}
        </NftProvenance>
      )}
    </Panel>
  )
}
