import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmChainState, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import type { Nft } from '#lib/evm/contract/nfts.ts'
import { evmExplorerExport } from './evm-exports.ts'
import { NftProvenance } from './nft-provenance.tsx'
import { NothingListed } from './nothing-listed.tsx'
import { listedToken } from './transfer-line.ts'
import { nftTransferList } from './transfer-lists.ts'
import { ContractNftTransfers } from './transfer-pages.tsx'

const pageSize = 25

/** How a token got where it is: hand by hand where there is one of it, as a list where there are many. */
export const NftTransfersPanel = async ({
  explorer,
  state,
  nft,
  isWhole,
}: {
  explorer: Client<EvmExplorerApi>
  state: EvmChainState
  nft: Nft
  /** The contract has its whole history. */
  isWhole: boolean
}) => {
  const { chain } = state
  const input = { chain, address: nft.token_address, token_id: nft.token_id, limit: pageSize }
  const isShared = nft.contract_type === 'ERC1155'
  const { data, fault } = await ask(explorer.evmCollectionTransfers(input))
  const title = isShared ? 'Transfers' : 'Provenance'
  const source = <SourceLink title={title} call={evmExplorerCall('evmCollectionTransfers', input)} />
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
          newest first <ExportButton list={evmExplorerExport('evmCollectionTransfers', input)} />
          {source}
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
