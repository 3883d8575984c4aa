import type { ReactNode } from 'react'
import { ask, isNotServed } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import type { NoteReader } from '#components/sign-in/own-note.tsx'
import { aptosExplorerCall } from '#components/source/source-call.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { Client } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { AptosLabelButton } from './aptos-label-button.tsx'
import { AptosNote } from './aptos-note.tsx'
import { aptosPath } from './aptos-path.ts'
import { CollectionDays } from './collection-days.tsx'
import { CollectionFacts } from './collection-facts.tsx'
import type { CollectionView } from './collection-of.ts'
import { AptosIndexMark } from './index-mark.tsx'
import { LedgerCoverage } from './ledger-coverage.tsx'
import { NetworkBadge } from './network-badge.tsx'
import { StandardBadge } from './standard-badge.tsx'

const daysMost = 120

/** What every page of a collection shows above its tabs. */
export const CollectionFrame = async ({
  explorer,
  notes,
  view: { id, network, status, collection },
  children,
}: {
  explorer: Client<AptosExplorerApi>
  notes: NoteReader
  view: CollectionView
  children: ReactNode
}) => {
  const { data, fault } = collection
  const daysInput = { collection_data_id_hash: id, network, limit: daysMost }
  const days = data && (await ask(explorer.aptosCollectionDays(daysInput)))
  const path = explorerPath.aptosCollection(id)
  return (
    <>
      <PageTitle
        tools={<PageToolsButton />}
        kind={<bdi className="wrap-anywhere">{data?.collection_name.trim() || 'Aptos collection'}</bdi>}
        aside={status && <AptosIndexMark status={status} />}
      >
        <span className="break-all font-mono">
          <span className="select-all">{id}</span>
          <CopyButton value={id} label="Copy collection id" className="ml-1" />
        </span>
        {data && <StandardBadge standard={data.token_standard} />}
        <AptosLabelButton network={network} kind="collection" subject={id} />
        <NetworkBadge network={network} />
      </PageTitle>
      {status && <LedgerCoverage status={status} />}
      <AptosNote notes={notes} network={network} kind="collection" subject={id} />
      {fault && !isNotServed(fault) && (
        <Panel>
          <FaultState {...fault} />
        </Panel>
      )}
      {data && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <CollectionFacts collection={data} network={network} isPartial={status?.index?.index_complete === false} />
          {days?.fault && (
            <Panel title="Daily activity">
              <FaultState {...days.fault} />
            </Panel>
          )}
          {days?.data && (
            <CollectionDays
              days={days.data.result}
              until={status?.ledger_timestamp?.slice(0, 10)}
              call={aptosExplorerCall('aptosCollectionDays', daysInput)}
            />
          )}
        </div>
      )}
      <TabBar
        label="Collection"
        tabs={[
          { title: 'Transfers', href: aptosPath(path, network) },
          { title: 'Owners', href: aptosPath(`${path}/owners`, network) },
        ]}
      />
      {children}
    </>
  )
}
