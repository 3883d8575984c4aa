import { notFound, redirect } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { blockFields, FilterForm } from '#components/chain/filter-form.tsx'
import { evmExplorerExport } from '#components/evm/evm-exports.ts'
import { NothingListed } from '#components/evm/nothing-listed.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { SyncNotice } from '#components/evm/sync-notice.tsx'
import { tokenOf } from '#components/evm/token-of.ts'
import { listedToken } from '#components/evm/transfer-line.ts'
import { nftTransferList } from '#components/evm/transfer-lists.ts'
import { ContractNftTransfers } from '#components/evm/transfer-pages.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { type SearchParams, withFilters } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'Transfers' }

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50
const names = ['from_block', 'to_block', 'token_id'] as const
const fields = [...blockFields, { name: 'token_id', title: 'Only this token', placeholder: 'token id' }]

type Props = { params: Promise<{ chain: string; address: string }>; searchParams: Promise<SearchParams> }

export default async function TokenTransfersPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  const collection = await tokenOf(evm.explorer, state, address)
  const front = explorerPath.token(chain, address)
  // A coin's transfers are its front page.
  if (collection?.contract_type === 'ERC20') redirect(front)
  const path = `${front}/transfers`
  const filters = canonicalFilters(path, query, names)
  const input = { chain, address, ...filters, limit: pageSize }
  const { data, fault } = await ask(evm.explorer.evmCollectionTransfers(input))
  const isGrowing = collection?.status === 'SYNCING' || collection?.status === 'QUEUED'
  return (
    <Panel aria-label="Transfers">
      <FilterForm
        action={path}
        title="Filter"
        fields={fields}
        values={filters}
        faults={fault?.details}
        aside={
          <>
            {!fault && <ExportButton list={evmExplorerExport('evmCollectionTransfers', input)} />}
            <SourceLink title="Transfers" call={evmExplorerCall('evmCollectionTransfers', input)} />
          </>
        }
      />
      {isGrowing && <SyncNotice />}
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <ContractNftTransfers
          key={withFilters(path, filters)}
          input={input}
          first={firstPage(nftTransferList, data)}
          view={{ chain, ...(collection && { token: listedToken(collection) }) }}
          isGrowing={isGrowing}
        >
          <NothingListed
            state={state}
            noun="transfers"
            isFiltered={Object.keys(filters).length > 0}
            certain="This contract has no NFT transfers."
            isWhole={collection?.status === 'SYNCED'}
          />
        </ContractNftTransfers>
      )}
    </Panel>
  )
}
