import { Suspense } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { aptosTransactionParams } from '#components/aptos/parts/params.ts'
import { FaultState } from '#components/chain/fault-state.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { PartLinks } from '#components/chain/part-links.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { AptosStateChange, AptosStateChanges } from '#lib/aptos/transaction/contract.ts'
import { aptosTransactionApi } from '#lib/aptos/transaction/contract.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { counted } from '#lib/format/amount.ts'
import { type Answer, callTo } from '#lib/pages/question.ts'
import { StateChangeItem } from './state-change-item.tsx'
import { TransactionTabs } from './transaction-tabs.tsx'

/** Each item is read from the node. */
const changesOnPage = 15

export const { entry, generateMetadata, Page } = definePage({
  path: aptosTabPaths.transactionState,
  kind: 'State changes',
  of: 'Aptos transaction',
  params: async (at) => {
    const place = await aptosTransactionParams(at)
    if (place.pendingHash !== undefined) throw new ServiceError('not_found', 'The transaction is still pending.')
    return place
  },
  NotFound: notThere('transaction'),
  isListed: false,
  questions: ({ version, network, query }) => ({
    changes: {
      ...callTo(aptosTransactionApi.aptosStateChanges, {
        version,
        network,
        limit: changesOnPage,
        offset: offsetOf(query.from),
      }),
      isWhole: true,
    },
  }),
  about: ({ version, place }) => ({
    title: version,
    place,
    summary: `The state before and after the Aptos transaction ${version}: resources and table items that it changed.`,
  }),
  body: ({ version, network, status, query, path, questions, answers }) => (
    <>
      <TransactionTabs version={version} network={network} status={status} tab="state" />
      <Panel title="State changes" aside={<SourceLink title="State changes" call={questions.changes} />}>
        <Suspense key={`${version} ${offsetOf(query.from)}`} fallback={<Skeleton data-loading className="m-4 h-40" />}>
          <Changes
            answer={answers.changes}
            network={network}
            offset={offsetOf(query.from)}
            href={(from) => aptosPath(path, network, { from: String(from) })}
          />
        </Suspense>
      </Panel>
    </>
  ),
})

const offsetMax = 10_000

const offsetOf = (from: unknown): number => {
  const number = typeof from === 'string' && /^\d{1,5}$/.test(from) ? Number(from) : 0
  return Math.min(number, offsetMax)
}

type ChangesProps = {
  answer: Promise<Answer<AptosStateChanges>>
  network: AptosNetwork
  offset: number
  href: (from: number) => string
}

const Changes = async ({ answer, network, offset, href }: ChangesProps) => {
  const { data, fault } = await answer
  if (fault) return <FaultState {...fault} />
  if (data.total === 0) return <EmptyState title="This transaction changed no state" />
  const isKnown = data.result.some(({ before_status }) => before_status !== 'unknown')
  const places = [...Map.groupBy(data.result, ({ kind, place }) => `${kind === 'table_item'} ${place}`).values()]
  return (
    <>
      <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
        {counted(data.total, 'change')}, before and after this transaction, fees included.
        {data.note !== null && ` ${isKnown ? 'Some values' : 'Values'} before are not shown: ${data.note}`}
      </p>
      <ul className="divide-y divide-line">
        {places.map(([first, ...more]) =>
          first === undefined ? null : (
            <li key={`${first.kind} ${first.place}`}>
              <Place change={first} network={network} />
              <ul className="divide-y divide-line">
                {[first, ...more].map((change, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes
                  <StateChangeItem key={index} change={change} network={network} />
                ))}
              </ul>
            </li>
          ),
        )}
      </ul>
      <PartLinks
        part={{ items: data.result, offset, all: data.total, size: changesOnPage }}
        noun="changes"
        href={href}
      />
    </>
  )
}

const Place = ({ change: { kind, place }, network }: { change: AptosStateChange; network: AptosNetwork }) => (
  <h3 className="flex min-w-0 items-center gap-2 bg-sunken px-4 py-2 text-sm">
    <span className="shrink-0 text-muted">{kind === 'table_item' ? 'Table' : 'Account'}</span>
    {kind === 'table_item' || place === '' ? (
      <Hash value={place} className="min-w-0" />
    ) : (
      <AccountLink address={place} network={network} className="min-w-0" />
    )}
  </h3>
)
