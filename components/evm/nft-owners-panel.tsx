import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import type { Nft } from '#lib/evm/contract/nfts.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { evmExplorerExport } from './evm-exports.ts'
import { nftHolderList } from './nft-holder-list.tsx'
import { NftHolders } from './nft-holders.tsx'

const pageSize = 10

/** Who has how much of an ERC1155 token. */
export const NftOwnersPanel = async ({
  explorer,
  chain,
  nft,
  isPartial,
}: {
  explorer: Client<EvmExplorerApi>
  chain: string
  nft: Nft
  isPartial: boolean
}) => {
  const input = { chain, address: nft.token_address, token_id: nft.token_id, limit: pageSize }
  const { data, fault } = await ask(explorer.evmNftOwners(input))
  return (
    <Panel
      title="Owners"
      aside={
        <>
          {data && (
            <>
              {data.owners === null ? 'over 2,000' : groupedNumber(data.owners)} {isPartial && 'indexed '}
              <ExportButton list={evmExplorerExport('evmNftOwners', input)} />
            </>
          )}
          <SourceLink title="Owners" call={evmExplorerCall('evmNftOwners', input)} />
        </>
      }
    >
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <NftHolders input={input} first={firstPage(nftHolderList, data)} view={{ chain }} total={data.owners}>
          <EmptyState title={isPartial ? 'No owners in the indexed blocks' : 'No owners'} />
        </NftHolders>
      )}
    </Panel>
  )
}
