import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { collectionActivityList } from '#components/aptos/activity-list.tsx'
import { CollectionActivity } from '#components/aptos/activity-pages.tsx'
import { aptosExport } from '#components/aptos/aptos-exports.ts'
import { aptosNetworkOf, aptosPath, readIdHash } from '#components/aptos/aptos-path.ts'
import { CollectionFrame } from '#components/aptos/collection-frame.tsx'
import { collectionOf } from '#components/aptos/collection-of.ts'
import { collectionSentence } from '#components/aptos/collection-sentence.ts'
import { formOf, listFilters, walletFields } from '#components/aptos/list-filters.ts'
import { NothingIndexed } from '#components/aptos/nothing-indexed.tsx'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { aptosCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

const pageSize = 50

export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => {
  const id = readIdHash((await params).id)
  if (id === undefined) return { title: 'No such Aptos collection' }
  const { aptos } = await systems()
  const { collection, status } = await collectionOf(aptos.explorer, id, aptosNetworkOf((await searchParams).network))
  const name = collection.data?.collection_name || id
  return {
    title: `${name}, Aptos collection`,
    description: collection.data
      ? collectionSentence(collection.data, status?.index?.index_complete === false)
      : `NFT activity of the Aptos collection ${id}.`,
  }
}

export default async function CollectionPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const id = readIdHash(given.id) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  const path = explorerPath.aptosCollection(id)
  if (id !== given.id) redirect(aptosPath(path, asked ?? 'mainnet'))
  const { values, lists, isFiltered, key } = listFilters(path, query, ['wallet_whitelist', 'wallet_blacklist'])

  const { aptos, account } = await systems()
  const view = await collectionOf(aptos.explorer, id, asked)
  if (view.collection.fault?.code === 'not_found') notFound()
  const { network, status } = view
  const input = { collection_data_id_hash: id, network, limit: pageSize, ...lists }
  const { data, fault } = await ask(aptos.client.collectionNftTransfers(input))
  return (
    <CollectionFrame explorer={aptos.explorer} notes={account} view={view}>
      <Panel aria-label="NFT transfers">
        <FilterForm
          {...formOf(path, network)}
          title="Filter by account"
          fields={walletFields}
          values={values}
          faults={fault?.details}
          aside={
            <>
              {!fault && <ExportButton list={aptosExport('collectionNftTransfers', input)} />}
              <SourceLink title="NFT transfers" call={aptosCall('collectionNftTransfers', input)} />
            </>
          }
        />
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <CollectionActivity
            key={key}
            input={input}
            first={firstPage(collectionActivityList, data)}
            view={{ network }}
          >
            <NothingIndexed
              status={status}
              noun="transfers"
              isFiltered={isFiltered}
              certain="This collection has no activity."
            />
          </CollectionActivity>
        )}
      </Panel>
    </CollectionFrame>
  )
}
