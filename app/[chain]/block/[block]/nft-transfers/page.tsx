import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ListBar } from '#components/chain/list-bar.tsx'
import { blockOf } from '#components/evm/block-of.ts'
import { evmExport } from '#components/evm/evm-exports.ts'
import { servedChain } from '#components/evm/served-chains.ts'
import { nftTransferList } from '#components/evm/transfer-lists.ts'
import { BlockNftTransfers } from '#components/evm/transfer-pages.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'NFT transfers' }

/** A block may still be replaced: it is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50

export default async function BlockNftTransfersPage({ params }: { params: Promise<{ chain: string; block: string }> }) {
  const given = await params
  const { evm } = await systems()
  const { chain } = await servedChain(evm.explorer, given.chain)
  const { data: block } = await blockOf(evm.explorer, chain, given.block)
  const input = { chain, block_number_or_hash: block?.block_hash ?? given.block, limit: pageSize }
  const { data, fault } = await ask(evm.client.blockNftTransfers(input))
  return (
    <Panel aria-label="NFT activity">
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <>
          <ListBar>
            <ExportButton list={evmExport('blockNftTransfers', input)} />
            <SourceLink title="NFT activity" call={evmCall('blockNftTransfers', input)} />
          </ListBar>
          <BlockNftTransfers
            key={input.block_number_or_hash}
            input={input}
            first={firstPage(nftTransferList, data)}
            view={{ chain }}
          >
            <NoNftMoved {...data} />
          </BlockNftTransfers>
        </>
      )}
    </Panel>
  )
}

const NoNftMoved = ({ block_exists, index_complete }: { block_exists: boolean; index_complete: boolean }) => {
  if (!block_exists) return <NotIndexedState title="Block not found">This block does not exist yet.</NotIndexedState>
  if (!index_complete)
    return (
      <NotIndexedState title="This block is not indexed yet">
        Its NFT transfers will appear once it is indexed.
      </NotIndexedState>
    )
  return <EmptyState title="No NFT transfers">No NFTs were minted, transferred or burned in this block.</EmptyState>
}
