import { ShieldAlert, ShieldCheck } from 'lucide'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { EvidenceAnswer } from '#lib/format/evidence.ts'
import type { OpenedEvidence } from './open-evidence.ts'
import { SinceThen } from './since-then.tsx'

const rowsShownMax = 200

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What a page said when it was saved, marked as that, and whether the file still says what it was saved with. */
export const Snapshot = ({ evidence, stated, found, name }: OpenedEvidence) => {
  const { site, page, saved_at, kind, title, place, summary, facts, list, data } = evidence
  const isWhole = stated === found
  const isOfHere = site === location.origin
  return (
    <>
      <Panel aria-label="Snapshot" className="mt-4 border-2 border-warn border-dashed p-4 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="warn">Snapshot</Badge>
          <span>
            Saved <Timestamp iso={saved_at} /> from <span className="break-all font-mono">{site}</span>
            {!isOfHere && ', which is not this site'}
          </span>
        </p>
        <p className={isWhole ? 'mt-3 flex gap-2 text-good' : 'mt-3 flex gap-2 text-bad'} role="status">
          {isWhole ? <Icon of={ShieldCheck} size={18} /> : <Icon of={ShieldAlert} size={18} aria-hidden />}
          {isWhole ? 'The record is the one that its hash names.' : 'The record was changed: it has another hash.'}
        </p>
        <dl className="mt-2 grid gap-1 text-xs">
          <div className="flex min-w-0 gap-2">
            <dt className="shrink-0 text-muted">SHA-256</dt>
            <dd className="min-w-0 break-all font-mono">
              {found} <CopyButton value={found} label="Copy the hash" />
            </dd>
          </div>
          {!isWhole && (
            <div className="flex min-w-0 gap-2">
              <dt className="shrink-0 text-muted">Stated</dt>
              <dd className="min-w-0 break-all font-mono">{stated}</dd>
            </div>
          )}
        </dl>
        <p className="mt-2 text-muted text-xs">
          Anyone who changes a record can also replace its hash: compare the hash with one that was noted elsewhere.
          File: <span className="break-all">{name}</span>
        </p>
      </Panel>
      <h2 className="mt-6 font-semibold text-lg">{kind}</h2>
      <p className="break-all font-mono text-sm">{title}</p>
      <p className="mt-2">{summary}</p>
      <Panel title="Facts" className="mt-4">
        <WideTable label="Facts, table" titles={['Fact', 'Value']} rows={[['Place', place], ...facts]} />
      </Panel>
      <SinceThen evidence={evidence} isOfHere={isOfHere} />
      {list && list.rows.length > 0 && (
        <Panel title={`List: ${list.name}`} aside={`${list.rows.length} rows`} className="mt-4">
          <WideTable
            label={`${list.name}, table`}
            titles={['#', ...list.titles]}
            rows={list.rows.slice(0, rowsShownMax).map((cells, at) => [String(at + 1), ...cells.map(textOf)])}
          />
        </Panel>
      )}
      <Panel title="Answers" className="mt-4">
        {data.map((answer) => (
          <Answer key={answer.name + answer.request} {...answer} />
        ))}
      </Panel>
      <p className="mt-4 text-muted text-xs">
        Page: <span className="break-all font-mono">{page}</span>
      </p>
    </>
  )
}

const Answer = ({ name, request, source, indexed, answer, error }: EvidenceAnswer) => (
  <details className="border-line border-b last:border-b-0">
    <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <span className="font-medium">{name}</span>
      <span className="text-muted text-xs">
        {[source && `answered by ${source}`, indexed && `index at ${indexed}`].filter(Boolean).join(', ')}
      </span>
    </summary>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pb-4">
      <code className="break-all text-muted text-xs">GET {request}</code>
      {error ? (
        <p className="text-sm">Not answered: {textOf(error.message)}</p>
      ) : (
        <RawText label={`Copy the answer of ${name}`} value={JSON.stringify(answer, null, 2) ?? ''} />
      )}
    </div>
  </details>
)
