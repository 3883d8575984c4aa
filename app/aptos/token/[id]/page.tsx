import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { Suspense } from 'react'
import { activityList } from '#components/aptos/activity-list.tsx'
import { aptosExplorerExport, aptosExport } from '#components/aptos/aptos-exports.ts'
import { AptosLabelButton } from '#components/aptos/aptos-label-button.tsx'
import { AptosNote } from '#components/aptos/aptos-note.tsx'
import { aptosNetworkOf, aptosPath, readIdHash } from '#components/aptos/aptos-path.ts'
import { tokenOwnerList } from '#components/aptos/holding-lists.tsx'
import { TokenOwners } from '#components/aptos/holding-pages.tsx'
import { indexBegins } from '#components/aptos/index-begins.ts'
import { AptosIndexMark } from '#components/aptos/index-mark.tsx'
import { LedgerCoverage } from '#components/aptos/ledger-coverage.tsx'
import { NetworkBadge } from '#components/aptos/network-badge.tsx'
import { NothingIndexed } from '#components/aptos/nothing-indexed.tsx'
import { ProvenanceRail } from '#components/aptos/provenance-rail.tsx'
import { StandardBadge } from '#components/aptos/standard-badge.tsx'
import { TokenFacts } from '#components/aptos/token-facts.tsx'
import { aptosTokenOf } from '#components/aptos/token-of.ts'
import { TokenProperties } from '#components/aptos/token-properties.tsx'
import { TokenSkeleton } from '#components/aptos/token-skeleton.tsx'
import { ask, isNotServed } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { ExportButton } from '#components/export/export-button.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { aptosCall, aptosExplorerCall } from '#components/source/source-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

const pageSize = 50

export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => {
  const id = readIdHash((await params).id)
  if (id === undefined) return { title: 'No such Aptos token' }
  const { aptos } = await systems()
  const { token } = await aptosTokenOf(aptos.explorer, id, aptosNetworkOf((await searchParams).network))
  return {
    title: `${token.data?.name || id}, Aptos token`,
    description: `Owners and provenance of the Aptos token ${id}.`,
  }
}

/** The token decides what the page is (200, 404, not available here); its history and its owners stream in behind it. */
export default async function TokenPage({ params, searchParams }: Props) {
  const [given, query] = await Promise.all([params, searchParams])
  const id = readIdHash(given.id) ?? notFound()
  const asked = aptosNetworkOf(query.network)
  if (id !== given.id) redirect(aptosPath(explorerPath.aptosToken(id), asked ?? 'mainnet'))

  const { aptos, account } = await systems()
  const view = await aptosTokenOf(aptos.explorer, id, asked)
  const { network, status, token } = view
  if (token.fault?.code === 'not_found') notFound()
  const { data, fault } = token
  const call = aptosExplorerCall('aptosToken', { token_data_id_hash: id, network })
  const hasProperties = data && (data.token_standard === 'v1' || Object.keys(data.token_properties).length > 0)
  return (
    <>
      <PageTitle
        tools={<PageToolsButton />}
        kind={<bdi className="wrap-anywhere">{data?.name.trim() || 'Aptos token'}</bdi>}
        aside={status && <AptosIndexMark status={status} />}
      >
        <span className="break-all font-mono">
          <span className="select-all">{id}</span>
          <CopyButton value={id} label="Copy token id" className="ml-1" />
        </span>
        {data && <StandardBadge standard={data.token_standard} />}
        <AptosLabelButton network={network} kind="token" subject={id} />
        <NetworkBadge network={network} />
      </PageTitle>
      {status && <LedgerCoverage status={status} />}
      <AptosNote notes={account} network={network} kind="token" subject={id} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {fault && !isNotServed(fault) && (
          <Panel>
            <FaultState {...fault} />
          </Panel>
        )}
        {data && (
          <div className={hasProperties ? 'grid items-start gap-4 lg:grid-cols-2' : undefined}>
            <TokenFacts
              token={data}
              network={network}
              isPartial={status?.index?.index_complete === false}
              call={call}
            />
            {hasProperties && <TokenProperties properties={data.token_properties} call={call} />}
          </div>
        )}
        <Suspense key={`${network} ${id}`} fallback={<TokenSkeleton />}>
          <Rest id={id} view={view} />
        </Suspense>
      </div>
    </>
  )
}

const Rest = async ({
  id,
  view: { network, status },
}: {
  id: string
  view: Awaited<ReturnType<typeof aptosTokenOf>>
}) => {
  const { aptos } = await systems()
  const provenanceInput = { token_data_id_hash: id, network, limit: 100 }
  const ownersInput = { token_ids: [id], network, limit: pageSize }
  const [provenance, owners] = await Promise.all([
    ask(aptos.explorer.aptosTokenTransfers(provenanceInput)),
    ask(aptos.client.nftOwners(ownersInput)),
  ])
  return (
    <>
      <Panel
        title="Provenance"
        aside={
          <>
            oldest first{' '}
            {!provenance.fault && <ExportButton list={aptosExplorerExport('aptosTokenTransfers', provenanceInput)} />}
            <SourceLink title="Provenance" call={aptosExplorerCall('aptosTokenTransfers', provenanceInput)} />
          </>
        }
      >
        {provenance.fault ? (
          <FaultState {...provenance.fault} />
        ) : (
          <ProvenanceRail
            input={provenanceInput}
            first={firstPage(activityList, provenance.data)}
            network={network}
            beginning={indexBegins(status)}
          >
            <NothingIndexed status={status} noun="activities" certain="This token has no activity." />
          </ProvenanceRail>
        )}
      </Panel>
      <Panel
        title="Owners"
        aside={
          <>
            {!owners.fault && <ExportButton list={aptosExport('nftOwners', ownersInput)} />}
            <SourceLink title="Owners" call={aptosCall('nftOwners', ownersInput)} />
          </>
        }
      >
        {owners.fault ? (
          <FaultState {...owners.fault} />
        ) : (
          <TokenOwners input={ownersInput} first={firstPage(tokenOwnerList, owners.data)} view={{ network }}>
            <NothingIndexed status={status} noun="owners" certain="This token has no owners." />
          </TokenOwners>
        )}
      </Panel>
    </>
  )
}
