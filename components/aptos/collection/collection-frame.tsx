import type { ReactNode } from 'react'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { AptosIndexMark } from '#components/aptos/parts/coverage/index-mark.tsx'
import { LedgerCoverage } from '#components/aptos/parts/coverage/ledger-coverage.tsx'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { StandardBadge } from '#components/aptos/parts/standard-badge.tsx'
import { AptosLabelButton } from '#components/aptos/parts/titles/aptos-label-button.tsx'
import { AptosNote } from '#components/aptos/parts/titles/aptos-note.tsx'
import { isNotServed } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import type { Ask } from '#lib/pages/question.ts'
import { CollectionDays } from './collection-days.tsx'
import { CollectionFacts } from './collection-facts.tsx'
import { collectionQuestions } from './collection-questions.ts'

/** The header and tabs of every page of a collection. */
export const CollectionFrame = async ({
  ask,
  id,
  network,
  status,
  children,
}: {
  ask: Ask
  id: string
  network: AptosNetwork
  status: AptosStatus | undefined
  children: ReactNode
}) => {
  const questions = collectionQuestions(id, network)
  const { data, fault } = await ask(questions.collection)
  const days = data && (await ask(questions.days))
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
      <AptosNote network={network} kind="collection" subject={id} />
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
              call={questions.days}
            />
          )}
        </div>
      )}
      <TabBar
        label="Collection"
        tabs={[
          { title: 'Transfers', href: aptosPath(aptosPaths.collection({ id }), network) },
          { title: 'Owners', href: aptosPath(aptosPaths.collectionOwners({ id }), network) },
        ]}
      />
      {children}
    </>
  )
}
