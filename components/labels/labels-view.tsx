'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pacedQueries } from '#components/kit/rows/paced-queries.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses } from '#components/ui/field.ts'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { useAction } from '#components/ui/use-action.ts'
import { AccountCopies } from './account-copies.tsx'
import { LabelActions } from './label-actions.tsx'
import { LabelRow } from './label-row.tsx'
import { NotKept } from './not-kept.tsx'
import { showLabels } from './show-labels.ts'
import { beginVisit, keepVisit, knownVisits, type Label, labelKey, newText } from './stored/label.ts'
import type { ReadLabels } from './stored/label-file.ts'
import { keepLabels, showForThisVisit } from './stored/label-store.ts'
import { type ListedLabel, listedLabels } from './stored/listed-labels.ts'
import { type RowsSince, rowsSince } from './stored/rows-since.ts'
import { useLabels } from './use-labels.ts'

const contentOf = ({ label, note, isWatched }: Label): string => JSON.stringify([label, note, isWatched])

/** A preview of an import: lists unreadable rows, and keeps existing labels unless the user chooses otherwise. */
const LabelImport = ({ text, own, onDone }: { text: string; own: ReadonlyMap<string, Label>; onDone: () => void }) => {
  const [read, setRead] = useState<ReadLabels>()
  const { isBusy, error, run } = useAction()
  useEffect(() => {
    void import('./stored/label-file.ts').then(({ readLabelFile }) => setRead(readLabelFile(text)))
  }, [text])
  if (!read) return null
  // A later row of the same subject counts.
  const labels = [...new Map(read.labels.map((label) => [labelKey(label), label])).values()]
  const fresh = labels.filter((label) => !own.has(labelKey(label)))
  const other = labels.filter((label) => {
    const known = own.get(labelKey(label))
    return known && contentOf(known) !== contentOf(label)
  })
  const keep = (chosen: readonly Label[]) =>
    run(async () => {
      await keepLabels(chosen)
      void showLabels()
      onDone()
    })
  return (
    <Panel title="Import" className="mb-4">
      <div className="grid gap-3 p-4 text-sm">
        <p>
          {fresh.length} new, {other.length} that differ from yours, {labels.length - fresh.length - other.length} that
          you have already{read.faults.length > 0 && `, ${read.faults.length} that cannot be read`}.
        </p>
        {read.faults.length > 0 && (
          <ul aria-label="Rows that cannot be read" className="max-h-60 overflow-y-auto rounded-lg border border-line">
            {read.faults.map(({ place, fault, text: row }) => (
              <li key={`${place} ${row}`} className="border-line border-b px-3 py-1.5 last:border-b-0">
                <span className="font-medium">{place}</span>: {fault}
                <code className="wrap-anywhere block font-mono text-muted text-xs">{row}</code>
              </li>
            ))}
          </ul>
        )}
        {error instanceof Error && (
          <p role="alert" className="text-bad">
            {error.message}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" disabled={isBusy || fresh.length === 0} onClick={() => keep(fresh)}>
            Add the {fresh.length} new
          </Button>
          {other.length > 0 && (
            <Button disabled={isBusy} onClick={() => keep([...fresh, ...other])}>
              Add them and replace {other.length} of yours
            </Button>
          )}
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </div>
    </Panel>
  )
}

/** Each takes one request of the visitor's budget. */
const watchedMax = 100

/**
 * New rows of the watched wallets in a list since their last visit, requested a few at a time. Wallets whose request
 * failed are omitted.
 */
const useWatchedRows = (listed: readonly ListedLabel[]) => {
  const cache = useQueryClient()
  const [found, setFound] = useState<ReadonlyMap<string, RowsSince>>(new Map())
  const wallets = new Map(
    listed
      .filter(({ label }) => label.isWatched && label.kind === 'wallet')
      .slice(0, watchedMax)
      .map(({ key, label: { chain, subject } }) => [key, { chain, subject }]),
  )
  const keys = [...wallets.keys()].sort().join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wallets are asked for once
  useEffect(() => {
    const asking = new AbortController()
    const ask = pacedQueries(cache, asking.signal)
    const look = async () => {
      const visits = await knownVisits()
      await Promise.allSettled(
        [...wallets].map(async ([key, wallet]) => {
          const position = visits.get(key)?.shown.position
          const since = await ask({
            queryKey: ['rows-since', key, position],
            queryFn: () => rowsSince(wallet, position),
          })
          if (!since) return
          if (position === undefined) await keepVisit(key, beginVisit(undefined, Date.now(), since.newest))
          setFound((before) => new Map(before).set(key, since))
        }),
      )
    }
    void look()
    return () => asking.abort()
  }, [keys])
  const markAllSeen = async () => {
    for (const [key, { newest }] of found) await keepVisit(key, beginVisit(undefined, Date.now(), newest))
    setFound(new Map())
  }
  return { found, markAllSeen }
}

const rowsAtOnce = 200

/** All labels: search, edit, export, import and delete. `titles` are the chain titles by path segment. */
export const LabelsView = ({ titles }: { titles: Readonly<Record<string, string>> }) => {
  const state = useLabels()
  const [text, setText] = useState('')
  const [imported, setImported] = useState<string>()
  const [shown, setShown] = useState(rowsAtOnce)
  const listed = listedLabels(state, text)
  const { found, markAllSeen } = useWatchedRows(listedLabels(state, ''))
  const hasNew = [...found.values()].some(({ count }) => count > 0)
  const ownListed = listed.filter(({ from }) => from === 'own').map(({ label }) => label)
  return (
    // Rows have names of their own.
    <div data-own-labels>
      {!state.isKept && (
        <div className="mb-4">
          <NotKept />
        </div>
      )}
      <AccountCopies state={state} className="mb-4" />
      {state.link.size > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-warn/40 bg-warn/10 px-4 py-2 text-sm">
          {state.link.size} from a link are shown for this visit.
          <Button onClick={() => showForThisVisit(undefined, [])}>Stop using them</Button>
        </p>
      )}
      {imported !== undefined && <LabelImport text={imported} own={state.own} onDone={() => setImported(undefined)} />}
      <Panel
        title="Labels and watch list"
        aside={
          <>
            {hasNew && (
              <Button onClick={markAllSeen} className="-my-1">
                Mark all as seen
              </Button>
            )}
            {listed.length}
          </>
        }
      >
        <div className="grid gap-3 border-line border-b p-4">
          <input
            type="search"
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-label="Find a label"
            placeholder="Search names, notes, addresses or chains"
            className={fieldClasses}
          />
          <LabelActions labels={ownListed} isFiltered={text.trim() !== ''} onImport={setImported} />
        </div>
        {listed.length === 0 ? (
          <EmptyState title={text.trim() === '' ? 'No labels yet' : 'No matching labels'}>
            Open an address, a token, an NFT or a transaction and press the tag beside its name.
          </EmptyState>
        ) : (
          <ul aria-label="Labels">
            {listed.slice(0, shown).map((one) => (
              <LabelRow
                key={`${one.from} ${one.key}`}
                listed={one}
                chainTitle={titles[one.label.chain] ?? `${one.label.chain}, not served here`}
              >
                <NewRows since={found.get(one.key)} />
              </LabelRow>
            ))}
          </ul>
        )}
        {listed.length > shown && (
          <div className="flex justify-center border-line border-t p-3">
            <Button onClick={() => setShown(shown + rowsAtOnce)}>Show {rowsAtOnce} more</Button>
          </div>
        )}
      </Panel>
    </div>
  )
}

const NewRows = ({ since }: { since: RowsSince | undefined }) =>
  since && since.count > 0 ? <Badge tone="good">{newText(since)}</Badge> : null
