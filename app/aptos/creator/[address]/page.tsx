import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { activityList } from '#components/aptos/activity-list.tsx'
import { CreatorActivity } from '#components/aptos/activity-pages.tsx'
import { aptosExport } from '#components/aptos/aptos-exports.ts'
import { aptosNetworkOf, aptosPath } from '#components/aptos/aptos-path.ts'
import { CreatorFrame } from '#components/aptos/creator-frame.tsx'
import { collectionFields, formOf, listFilters } from '#components/aptos/list-filters.ts'
import { NothingIndexed } from '#components/aptos/nothing-indexed.tsx'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { aptosCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosAddress } from '#lib/format/aptos-address.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

const pageSize = 50

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const address = aptosAddress((await params).address)
  if (address === undefined) return { title: 'No such Aptos creator' }
  return { title: `Aptos creator ${address}`, description: `Activity of the NFTs created by ${address}.` }
}

export default async function CreatorPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = aptosAddress(given.address) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  const path = explorerPath.aptosCreator(address)
  if (address !== given.address) redirect(aptosPath(path, asked ?? 'mainnet'))
  const { values, lists, isFiltered, key } = listFilters(path, query, ['collection_whitelist', 'collection_blacklist'])

  const { aptos } = await systems()
  const { data: status } = await ask(aptos.explorer.aptosStatus({ network: asked }))
  const network = status?.network ?? asked ?? 'mainnet'
  const input = { creator_addresses: [address], network, limit: pageSize, ...lists }
  const { data, fault } = await ask(aptos.client.creatorNftTransfers(input))
  return (
    <CreatorFrame address={address} network={network} status={status}>
      <Panel aria-label="NFT transfers">
        <FilterForm
          {...formOf(path, network)}
          title="Filter by collection"
          fields={collectionFields}
          values={values}
          faults={fault?.details}
          aside={
            <>
              {!fault && <ExportButton list={aptosExport('creatorNftTransfers', input)} />}
              <SourceLink title="NFT transfers" call={aptosCall('creatorNftTransfers', input)} />
            </>
          }
        />
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <CreatorActivity key={key} input={input} first={firstPage(activityList, data)} view={{ network }}>
            <NothingIndexed
              status={status}
              noun="transfers"
              isFiltered={isFiltered}
              certain="This account has not created any NFTs."
            />
          </CreatorActivity>
        )}
      </Panel>
    </CreatorFrame>
  )
}
