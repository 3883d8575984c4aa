import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { boundFields, type FilterField, FilterForm } from '#components/chain/filter-form.tsx'
import { evmExport } from '#components/evm/evm-exports.ts'
import { NothingListed } from '#components/evm/nothing-listed.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { nftTransferList } from '#components/evm/transfer-lists.ts'
import { WalletNftTransfers } from '#components/evm/wallet-transfer-pages.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { boundNames, type SearchParams, withFilters } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'NFT transfers' }

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 50
/** Its values are the interface's: which side of the transfer the wallet is on. */
const fields: readonly FilterField[] = [
  ...boundFields,
  {
    name: 'direction',
    title: 'Direction',
    choices: [
      ['both', 'In and out'],
      ['to', 'In'],
      ['from', 'Out'],
    ],
  },
]

export default async function WalletNftTransfersPage({
  params,
  searchParams,
}: {
  params: Promise<{ chain: string; address: string }>
  searchParams: Promise<SearchParams>
}) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = walletAddress(given.address) ?? notFound()
  const { evm } = await systems()
  const state = await servedChain(evm.explorer, given.chain)
  const { chain } = state
  const path = `${explorerPath.address(chain, address)}/nft-transfers`
  const filters = canonicalFilters(path, query, [...boundNames, 'direction'])
  const { direction: side, ...bounds } = filters
  const direction: 'from' | 'to' | 'both' = side === 'from' || side === 'to' ? side : 'both'
  const input = { chain, address, ...bounds, direction, limit: pageSize }
  const { data, fault } = await ask(evm.client.walletNftTransfers(input))
  return (
    <Panel aria-label="NFT transfers">
      <FilterForm
        action={path}
        fields={fields}
        values={filters}
        faults={fault?.details}
        title="Filter"
        aside={
          <>
            {!fault && <ExportButton list={evmExport('walletNftTransfers', input)} />}
            <SourceLink title="NFT transfers" call={evmCall('walletNftTransfers', input)} />
          </>
        }
      />
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <WalletNftTransfers
          key={withFilters(path, filters)}
          input={input}
          first={firstPage(nftTransferList, data)}
          view={{ chain, wallet: address }}
        >
          <NothingListed
            state={state}
            noun="NFT transfers"
            isFiltered={Object.keys(filters).length > 0}
            certain="This wallet has no NFT transfers."
          />
        </WalletNftTransfers>
      )}
    </Panel>
  )
}
