import { Suspense } from 'react'
import { aptosCall, aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { AptosIndexMark } from '#components/aptos/parts/coverage/index-mark.tsx'
import { LedgerCoverage } from '#components/aptos/parts/coverage/ledger-coverage.tsx'
import { NothingIndexed } from '#components/aptos/parts/coverage/nothing-indexed.tsx'
import { activityList } from '#components/aptos/parts/lists/activity-list.tsx'
import { tokenOwnerList } from '#components/aptos/parts/lists/holding-lists.tsx'
import { TokenOwners } from '#components/aptos/parts/lists/holding-pages.tsx'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { idPlace } from '#components/aptos/parts/places.ts'
import { StandardBadge } from '#components/aptos/parts/standard-badge.tsx'
import { AptosLabelButton } from '#components/aptos/parts/titles/aptos-label-button.tsx'
import { AptosNote } from '#components/aptos/parts/titles/aptos-note.tsx'
import { isNotServed } from '#components/ask.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { firstPage } from '#components/kit/first-page.ts'
import { minuteOf, shortText } from '#components/kit/said.ts'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { ListTools } from '#components/source/list-tools.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { indexBegins } from './index-begins.ts'
import { ProvenanceRail } from './provenance-rail.tsx'
import { TokenFacts } from './token-facts.tsx'
import { TokenProperties } from './token-properties.tsx'
import { TokenSkeleton } from './token-skeleton.tsx'

const activitiesOnPage = 100
const ownersOnPage = 50

/** The page is decided by the token; its history and owners stream in after it. */
export const { entry, generateMetadata, Page } = definePage({
  path: aptosPaths.token,
  kind: 'Aptos token',
  filters: ['network'],
  place: idPlace('token'),
  questions: ({ id, network, part }) => ({
    token: aptosExplorerCall('aptosToken', { token_data_id_hash: id, network }),
    transfers: aptosExplorerCall('aptosTokenTransfers', {
      ...{ token_data_id_hash: id, network, ...part(activitiesOnPage) },
    }),
    owners: aptosCall('nftOwners', { token_ids: [id], network, limit: ownersOnPage }),
  }),
  list: ['transfers'],
  about: async ({ id, place }, answers) => {
    const { data: found, coverage } = await answers.token
    if (found === undefined) return { title: id, place, summary: `The Aptos token ${shortText(id)}.`, facts: [] }
    const isPartial = coverage?.isComplete === false
    const name = found.name.trim()
    return {
      title: name || id,
      place,
      summary: `${name || 'A token'}, a token of ${found.collection_name.trim() || 'a collection'} on Aptos.`,
      facts: [
        ['Collection', found.collection_name],
        ['Creator', shortText(found.creator_address)],
        [isPartial ? 'Indexed from' : 'First seen', minuteOf(found.first_timestamp)],
        [
          isPartial ? 'Indexed holdings' : 'Held in',
          found.holding_count === null ? 'over 10,000 places' : `${found.holding_count} places`,
        ],
      ],
    }
  },
  body: async ({ id, network, status, questions, answers }) => {
    const { data, fault } = await answers.token
    const call = questions.token
    const hasProperties = data && (data.token_standard === 'v1' || Object.keys(data.token_properties).length > 0)
    const Lists = async () => {
      const [provenance, owners] = await Promise.all([answers.transfers, answers.owners])
      return (
        <>
          <Panel
            title="Provenance"
            aside={
              <>
                oldest first{' '}
                <ListTools title="Provenance" call={questions.transfers} hasFailed={provenance.fault !== undefined} />
              </>
            }
          >
            {provenance.fault ? (
              <FaultState {...provenance.fault} />
            ) : (
              <ProvenanceRail
                input={questions.transfers.input}
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
            aside={<ListTools title="Owners" call={questions.owners} hasFailed={owners.fault !== undefined} />}
          >
            {owners.fault ? (
              <FaultState {...owners.fault} />
            ) : (
              <TokenOwners
                input={questions.owners.input}
                first={firstPage(tokenOwnerList, owners.data)}
                view={{ network }}
              >
                <NothingIndexed status={status} noun="owners" certain="This token has no owners." />
              </TokenOwners>
            )}
          </Panel>
        </>
      )
    }
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
        <AptosNote network={network} kind="token" subject={id} />
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
            <Lists />
          </Suspense>
        </div>
      </>
    )
  },
})
