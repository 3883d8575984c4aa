import { ask, isNotServed } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ListBar } from '#components/chain/list-bar.tsx'
import { blockOf } from '#components/evm/block-of.ts'
import { BlockTransactions } from '#components/evm/block-transactions.tsx'
import { evmExplorerExport } from '#components/evm/evm-exports.ts'
import { servedChain } from '#components/evm/served-chains.ts'
import { transactionList } from '#components/evm/transaction-list.ts'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { systems } from '#lib/systems.ts'

/** A block may still be replaced: it is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50

export default async function BlockPage({ params }: { params: Promise<{ chain: string; block: string }> }) {
  const given = await params
  const { evm } = await systems()
  const { chain, symbol, decimals, source } = await servedChain(evm.explorer, given.chain)
  const { data: block, fault } = await blockOf(evm.explorer, chain, given.block)
  if (fault)
    return (
      <Panel>
        {source === 'hosted' && isNotServed(fault) ? (
          <NotIndexedState
            title="The hosted service does not list the transactions of a block"
            action={
              <Link href={`${explorerPath.block(chain, given.block)}/nft-transfers`} className={buttonClasses()}>
                Show its NFT transfers
              </Link>
            }
          >
            {fault.message}
          </NotIndexedState>
        ) : (
          <FaultState {...fault} />
        )}
      </Panel>
    )
  // By hash from here on: a number may mean another block a moment later.
  const input = { chain, block_number_or_hash: block.block_hash, limit: pageSize }
  const transactions = await ask(evm.explorer.evmBlockTransactions(input))
  return (
    <Panel aria-label="Transactions">
      {transactions.fault ? (
        <FaultState {...transactions.fault} />
      ) : (
        <>
          <ListBar>
            <ExportButton list={evmExplorerExport('evmBlockTransactions', input)} />
            <SourceLink title="Transactions" call={evmExplorerCall('evmBlockTransactions', input)} />
          </ListBar>
          <BlockTransactions
            key={block.block_hash}
            input={input}
            first={firstPage(transactionList, transactions.data)}
            view={{ chain, symbol, decimals }}
            total={block.transaction_count}
          >
            <EmptyState title="An empty block">This block contains no transactions.</EmptyState>
          </BlockTransactions>
        </>
      )}
    </Panel>
  )
}
