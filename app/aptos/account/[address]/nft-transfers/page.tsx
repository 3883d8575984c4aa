import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { AccountFrame } from '#components/aptos/account-frame.tsx'
import { accountOf } from '#components/aptos/account-of.ts'
import { activityList } from '#components/aptos/activity-list.tsx'
import { AccountActivity } from '#components/aptos/activity-pages.tsx'
import { aptosExport } from '#components/aptos/aptos-exports.ts'
import { aptosNetworkOf, aptosPath } from '#components/aptos/aptos-path.ts'
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
  if (address === undefined) return { title: 'No such Aptos account' }
  return {
    title: `NFT transfers of ${address}`,
    description: `NFT transfers of the Aptos account ${address}.`,
  }
}

export default async function AccountNftTransfersPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = aptosAddress(given.address) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  const path = `${explorerPath.aptosAccount(address)}/nft-transfers`
  if (address !== given.address) redirect(aptosPath(path, asked ?? 'mainnet'))
  const { values, lists, isFiltered, key } = listFilters(path, query, ['collection_whitelist', 'collection_blacklist'])

  const { aptos, account: notes } = await systems()
  const view = await accountOf(aptos.explorer, address, asked)
  const { network, status } = view
  const input = { wallet_addresses: [address], network, limit: pageSize, ...lists }
  const { data, fault } = await ask(aptos.client.walletNftTransfers(input))
  return (
    <AccountFrame view={view} notes={notes}>
      <Panel aria-label="NFT transfers">
        <FilterForm
          {...formOf(path, network)}
          title="Filter by collection"
          fields={collectionFields}
          values={values}
          faults={fault?.details}
          aside={
            <>
              {!fault && <ExportButton list={aptosExport('walletNftTransfers', input)} />}
              <SourceLink title="NFT transfers" call={aptosCall('walletNftTransfers', input)} />
            </>
          }
        />
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <AccountActivity
            key={key}
            input={input}
            first={firstPage(activityList, data)}
            view={{ network, wallet: address }}
          >
            <NothingIndexed
              status={status}
              noun="NFT transfers"
              isFiltered={isFiltered}
              certain="This account has no NFT transfers."
            />
          </AccountActivity>
        )}
      </Panel>
    </AccountFrame>
  )
}
