import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { aptosExplorerExport } from '#components/aptos/aptos-exports.ts'
import { aptosNetworkOf, aptosPath, readIdHash } from '#components/aptos/aptos-path.ts'
import { CollectionFrame } from '#components/aptos/collection-frame.tsx'
import { collectionOf } from '#components/aptos/collection-of.ts'
import { collectionOwnerList } from '#components/aptos/holding-lists.tsx'
import { CollectionOwners } from '#components/aptos/holding-pages.tsx'
import { NothingIndexed } from '#components/aptos/nothing-indexed.tsx'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ListBar } from '#components/chain/list-bar.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { aptosExplorerCall } from '#components/source/source-call.ts'
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
  const { collection } = await collectionOf(aptos.explorer, id, aptosNetworkOf((await searchParams).network))
  const name = collection.data?.collection_name || id
  return { title: `Owners of ${name}`, description: `Who holds tokens of the Aptos collection ${id}.` }
}

export default async function CollectionOwnersPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const id = readIdHash(given.id) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  if (id !== given.id) redirect(aptosPath(`${explorerPath.aptosCollection(id)}/owners`, asked ?? 'mainnet'))

  const { aptos, account } = await systems()
  const view = await collectionOf(aptos.explorer, id, asked)
  if (view.collection.fault?.code === 'not_found') notFound()
  const { network, status } = view
  const input = { collection_data_id_hash: id, network, limit: pageSize }
  const { data, fault } = await ask(aptos.explorer.aptosCollectionOwners(input))
  return (
    <CollectionFrame explorer={aptos.explorer} notes={account} view={view}>
      <Panel aria-label="Owners">
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <>
            <ListBar>
              <ExportButton list={aptosExplorerExport('aptosCollectionOwners', input)} />
              <SourceLink title="Owners" call={aptosExplorerCall('aptosCollectionOwners', input)} />
            </ListBar>
            <CollectionOwners input={input} first={firstPage(collectionOwnerList, data)} view={{ network }}>
              <NothingIndexed status={status} noun="owners" certain="This collection has no owners." />
            </CollectionOwners>
          </>
        )}
      </Panel>
    </CollectionFrame>
  )
}
