import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { aptosExplorerExport } from '#components/aptos/aptos-exports.ts'
import { aptosNetworkOf, aptosPath } from '#components/aptos/aptos-path.ts'
import { collectionList } from '#components/aptos/collection-list.tsx'
import { CollectionPages } from '#components/aptos/collection-pages.tsx'
import { CreatorFrame } from '#components/aptos/creator-frame.tsx'
import { NothingIndexed } from '#components/aptos/nothing-indexed.tsx'
import { ask } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { aptosExplorerCall } from '#components/source/source-call.ts'
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
  return {
    title: `Collections of ${address}`,
    description: `NFT collections that the Aptos account ${address} created.`,
  }
}

export default async function CreatorCollectionsPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = aptosAddress(given.address) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  if (address !== given.address)
    redirect(aptosPath(`${explorerPath.aptosCreator(address)}/collections`, asked ?? 'mainnet'))

  const { aptos } = await systems()
  const { data: status } = await ask(aptos.explorer.aptosStatus({ network: asked }))
  const network = status?.network ?? asked ?? 'mainnet'
  const input = { address, network, limit: pageSize }
  const { data, fault } = await ask(aptos.explorer.aptosCreatorCollections(input))
  return (
    <CreatorFrame address={address} network={network} status={status}>
      <Panel
        title="Collections"
        aside={
          <>
            {!fault && <ExportButton list={aptosExplorerExport('aptosCreatorCollections', input)} />}
            <SourceLink title="Collections" call={aptosExplorerCall('aptosCreatorCollections', input)} />
          </>
        }
      >
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <CollectionPages input={input} first={firstPage(collectionList, data)} view={{ network }}>
            <NothingIndexed
              status={status}
              noun="collections"
              certain="This account has not created any collections."
            />
          </CollectionPages>
        )}
      </Panel>
    </CreatorFrame>
  )
}
