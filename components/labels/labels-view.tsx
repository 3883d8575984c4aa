'use client'

import { useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses } from '#components/ui/field.ts'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { AccountCopies } from './account-copies.tsx'
import { LabelActions } from './label-actions.tsx'
import { LabelImport } from './label-import.tsx'
import { LabelRow } from './label-row.tsx'
import { NotKept } from './not-kept.tsx'
import { showForThisVisit } from './stored/label-store.ts'
import { listedLabels } from './stored/listed-labels.ts'
import type { RowsSince } from './stored/rows-since.ts'
import { newText } from './stored/visit.ts'
import { useLabels } from './use-labels.ts'
import { useWatchedRows } from './use-watched-rows.ts'

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
