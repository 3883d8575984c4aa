import { notFound } from 'next/navigation'
import { ask } from '#components/ask.ts'
import { canonicalFilters } from '#components/chain/canonical-filters.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { type FilterField, FilterForm } from '#components/chain/filter-form.tsx'
import { evmExport } from '#components/evm/evm-exports.ts'
import { nftGallery } from '#components/evm/listed-nft.ts'
import { WalletNfts } from '#components/evm/nft-pages.tsx'
import { NothingListed } from '#components/evm/nothing-listed.tsx'
import { servedChain } from '#components/evm/served-chains.ts'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { evmCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { listOf, type SearchParams, withFilters } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import { systems } from '#lib/systems.ts'

export const metadata = { title: 'NFTs' }

/** Live data; the first page is asked for with every request. */
export const dynamic = 'force-dynamic'

const pageSize = 24
const fields: readonly FilterField[] = [
  { name: 'token_addresses', title: 'Only these collections', placeholder: '0x…, separated by commas', isWide: true },
  {
    name: 'exclude_spam',
    title: 'Spam',
    choices: [
      ['false', 'Folded'],
      ['true', 'Left out'],
    ],
  },
]

export default async function WalletNftsPage({
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
  const path = `${explorerPath.address(chain, address)}/nfts`
  const filters = canonicalFilters(path, query, ['token_addresses', 'exclude_spam'])
  const token_addresses = listOf(filters.token_addresses)
  const input = {
    chain,
    address,
    ...(token_addresses && { token_addresses }),
    ...(filters.exclude_spam === 'true' && { exclude_spam: true }),
    normalizeMetadata: true,
    media_items: true,
    limit: pageSize,
  }
  const { data, fault } = await ask(evm.client.walletNfts(input, { brief: true }))
  return (
    <Panel aria-label="NFTs">
      <FilterForm
        action={path}
        title="Filter by collection"
        fields={fields}
        values={filters}
        faults={fault?.details}
        aside={
          <>
            {!fault && <ExportButton list={evmExport('walletNfts', { ...input, media_items: false })} />}
            <SourceLink title="NFTs" call={evmCall('walletNfts', input)} />
          </>
        }
      />
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <WalletNfts key={withFilters(path, filters)} chain={chain} input={input} first={firstPage(nftGallery, data)}>
          <NothingListed
            state={state}
            noun="NFTs"
            isFiltered={Object.keys(filters).length > 0}
            certain="This wallet holds no NFTs."
          />
        </WalletNfts>
      )}
    </Panel>
  )
}
