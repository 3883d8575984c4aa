import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { moveTree } from '#components/aptos/parts/move-tree.ts'
import { MoveTypeName, MoveValue } from '#components/aptos/parts/move-type-name.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { AptosStateChange } from '#lib/aptos/transaction/contract.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** A field whose value changed; a side is undefined where there is no such field. */
type ChangedField = { path: string; before: string | undefined; after: string | undefined }

/** Values compared of one item: hostile ones may have any number. */
const comparedValuesMax = 2_000
const depthMax = 24

/** The fields of a value that changed, by their paths, in the order of the value after. `more` were not compared. */
export const changedFields = (before: unknown, after: unknown): { fields: ChangedField[]; isWhole: boolean } => {
  const fields: ChangedField[] = []
  const budget = { left: comparedValuesMax }
  compare({ path: '', before, after, depth: 0 }, fields, budget)
  return { fields, isWhole: budget.left > 0 }
}

type Pair = { path: string; before: unknown; after: unknown; depth: number }

const compare = ({ path, before, after, depth }: Pair, fields: ChangedField[], budget: { left: number }): void => {
  if (budget.left-- <= 0 || Object.is(before, after)) return
  const names = depth < depthMax ? sharedNames(before, after) : undefined
  if (!names) {
    const [was, is] = [textOf(before), textOf(after)]
    if (was !== is) fields.push({ path, before: was, after: is })
    return
  }
  for (const name of names) {
    const inner = path === '' ? name : `${path}.${name}`
    compare({ path: inner, before: itemOf(before, name), after: itemOf(after, name), depth: depth + 1 }, fields, budget)
  }
}

/** Of two objects or two lists; undefined for values that are compared as a whole. */
const sharedNames = (before: unknown, after: unknown): string[] | undefined => {
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.min(comparedValuesMax, Math.max(before.length, after.length)) }, (_, index) =>
      String(index),
    )
  if (!isFields(before) || !isFields(after)) return undefined
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
}

const itemOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value[Number(name)]
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

const subjectMax = 300
const fieldsShown = 20
const valueMax = 200
/** Of a value that is shown whole: there are many on a page, and each has a page of its own among the account's resources. */
const valuesMax = 20

/** One item of a write set: what it was before, and what it is after. */
export const StateChangeItem = ({ change, network }: { change: AptosStateChange; network: AptosNetwork }) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3">
    <h4 className="flex min-w-0 flex-wrap items-baseline gap-2 font-normal">
      <FateBadge change={change} />
      {change.kind === 'resource' ? (
        <MoveTypeName type={change.subject} network={network} />
      ) : (
        <span className="wrap-anywhere font-mono text-xs">
          <span className="text-muted">{change.kind === 'table_item' ? 'key ' : 'module '}</span>
          {cutText(change.subject, subjectMax)}
        </span>
      )}
    </h4>
    {change.kind !== 'module' && <Body change={change} network={network} />}
  </li>
)

const FateBadge = ({ change: { change, before_status } }: { change: AptosStateChange }) => {
  if (change.startsWith('delete')) return <Badge tone="bad">deleted</Badge>
  if (before_status === 'absent') return <Badge tone="good">created</Badge>
  return <Badge>{before_status === 'known' ? 'changed' : 'written'}</Badge>
}

const Body = ({ change, network }: { change: AptosStateChange; network: AptosNetwork }) => {
  const { before, before_status, after, subject, kind } = change
  const type = kind === 'resource' ? subject : undefined
  const isDeleted = change.change.startsWith('delete')
  if (isDeleted && before_status !== 'known') return null
  if (isDeleted || before_status !== 'known') {
    return (
      <details>
        <summary className="min-h-6 text-muted text-xs">{isDeleted ? 'Value before' : 'Value after'}</summary>
        <MoveValue node={moveTree(isDeleted ? before : after, type, [], valuesMax)} network={network} />
      </details>
    )
  }
  return <Fields before={before} after={after} />
}

const Fields = ({ before, after }: { before: unknown; after: unknown }) => {
  const { fields, isWhole } = changedFields(before, after)
  if (fields.length === 0)
    return (
      <p className="text-muted text-xs">
        {isWhole ? 'Written with the same value.' : 'It has more fields than are compared here.'}
      </p>
    )
  return (
    <ul className="grid gap-1">
      {fields.slice(0, fieldsShown).map(({ path, before: was, after: is }) => (
        <li key={path} className="grid gap-x-3 text-xs leading-5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          <span className="wrap-anywhere font-mono text-muted">{path === '' ? 'value' : cutText(path, valueMax)}</span>
          <span className="wrap-anywhere flex flex-wrap gap-x-2 font-mono">
            <Value text={was} className="text-bad" label="before" />
            <span aria-hidden className="text-muted">
              →
            </span>
            <Value text={is} className="text-good" label="after" />
            <Difference before={was} after={is} />
          </span>
        </li>
      ))}
      {fields.length > fieldsShown && (
        <li className="text-muted text-xs">{groupedNumber(fields.length - fieldsShown)} more fields in the API</li>
      )}
      {!isWhole && <li className="text-muted text-xs">It has more fields than are compared here.</li>}
    </ul>
  )
}

const Value = ({ text, className, label }: { text: string | undefined; className: string; label: string }) => (
  <span className={className}>
    <span className="sr-only">{label} </span>
    {text === undefined ? 'none' : text === '' ? 'empty' : cutText(text, valueMax)}
  </span>
)

/** By how much a whole number changed. */
const Difference = ({ before, after }: { before: string | undefined; after: string | undefined }) => {
  if (!isNumber(before) || !isNumber(after)) return null
  const difference = BigInt(after) - BigInt(before)
  return (
    <span className="text-muted">
      ({difference > 0n && '+'}
      {groupedNumber(difference)})
    </span>
  )
}

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,80}$/.test(text)
