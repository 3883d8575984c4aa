import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { AccountFrame } from '#components/aptos/account-frame.tsx'
import { accountOf } from '#components/aptos/account-of.ts'
import { aptosExplorerExport } from '#components/aptos/aptos-exports.ts'
import { aptosNetworkOf, aptosPath } from '#components/aptos/aptos-path.ts'
import { accountTokenList } from '#components/aptos/holding-lists.tsx'
import { AccountTokens } from '#components/aptos/holding-pages.tsx'
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
  if (address === undefined) return { title: 'No such Aptos account' }
  return { title: `NFTs of ${address}`, description: `NFTs that the Aptos account ${address} holds.` }
}

export default async function AccountNftsPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const address = aptosAddress(given.address) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  if (address !== given.address) redirect(aptosPath(`${explorerPath.aptosAccount(address)}/nfts`, asked ?? 'mainnet'))

  const { aptos, account: notes } = await systems()
  const view = await accountOf(aptos.explorer, address, asked)
  const { network, status } = view
  const input = { address, network, limit: pageSize }
  const { data, fault } = await ask(aptos.explorer.aptosAccountTokens(input))
  return (
    <AccountFrame view={view} notes={notes}>
      <Panel
        title="NFTs held"
        aside={
          <>
            {!fault && <ExportButton list={aptosExplorerExport('aptosAccountTokens', input)} />}
            <SourceLink title="NFTs held" call={aptosExplorerCall('aptosAccountTokens', input)} />
          </>
        }
      >
        {fault ? (
          <FaultState {...fault} />
        ) : (
          <AccountTokens input={input} first={firstPage(accountTokenList, data)} view={{ network }}>
            <NothingIndexed status={status} noun="NFTs" certain="This account holds no NFTs." />
          </AccountTokens>
        )}
      </Panel>
    </AccountFrame>
  )
}
