import type { Metadata } from 'next'
import { ask } from '#components/ask.ts'
import { CompareForm } from '#components/compare/compare-form.tsx'
import { ComparedSide } from '#components/compare/compared-side.tsx'
import { ComparedTable } from '#components/compare/compared-table.tsx'
import { pages } from '#components/pages.ts'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { SearchParams } from '#lib/format/filters.ts'
import { comparePages, namedPage } from '#lib/pages/compare.ts'
import { findPage } from '#lib/pages/page-paths.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Compare',
  description: 'Two transactions, blocks, NFTs or wallets side by side: only what differs.',
}

const textOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

export default async function ComparePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = await searchParams
  const given = { a: textOf(query.a), b: textOf(query.b) }
  const a = namedPage(given.a, namedPage(given.b))
  const b = namedPage(given.b, a)
  const faults = { a: given.a !== '' && a === undefined, b: given.b !== '' && b === undefined }
  const isWhole = query.all !== undefined
  const form = <CompareForm values={{ a: a ?? given.a, b: b ?? given.b }} faults={faults} isWhole={isWhole} />
  if (a === undefined || b === undefined)
    return (
      <>
        <PageTitle kind="Compare" />
        {form}
      </>
    )
  const { readPage } = await systems()
  const read = (path: string) => {
    const found = findPage(path)
    const entry = found && pages.get(found.pattern)
    if (!entry) throw new Error(`${path} is not a page`)
    return ask(readPage(entry, { parameters: found.parameters, query: {}, path }))
  }
  const [one, other] = await Promise.all([read(a), read(b)])
  return (
    <>
      <PageTitle kind="Compare" />
      {form}
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        <ComparedSide name="A" path={a} about={one.data} fault={one.fault?.message} />
        <ComparedSide name="B" path={b} about={other.data} fault={other.fault?.message} />
      </div>
      {one.data && other.data && <Compared a={one.data} b={other.data} query={{ a, b }} isWhole={isWhole} />}
    </>
  )
}

const Compared = ({
  a,
  b,
  query,
  isWhole,
}: {
  a: Parameters<typeof comparePages>[0]
  b: Parameters<typeof comparePages>[1]
  query: { a: string; b: string }
  isWhole: boolean
}) => {
  const { groups, leftOut } = comparePages(a, b)
  const all = groups.flatMap(({ rows }) => rows)
  const different = all.filter((row) => row.a !== row.b).length
  const shown = groups
    .map(({ title, rows }) => ({ title, rows: isWhole ? rows : rows.filter((row) => row.a !== row.b) }))
    .filter(({ rows }) => rows.length > 0)
  const search = new URLSearchParams({ ...query, ...(!isWhole && { all: '' }) })
  return (
    <>
      <p role="status" className="mt-4 flex flex-wrap items-baseline gap-x-3 text-sm">
        <span>
          <span className="font-medium">{groupedNumber(different)}</span> of {groupedNumber(all.length)} fields differ
          {leftOut > 0 && `; ${groupedNumber(leftOut)} more were not compared`}
        </span>
        {all.length > different && (
          <Link href={`/compare?${search}`} keepScroll className="text-accent hover:underline">
            {isWhole ? 'Show only what differs' : 'Show every field'}
          </Link>
        )}
      </p>
      {a.kind !== b.kind && (
        <p className="mt-2 text-sm text-warn">These are of different kinds and have few fields in common.</p>
      )}
      {shown.length === 0 && (
        <EmptyState title="Nothing differs">
          {all.length === 0 ? 'They have no fields in common.' : 'All fields are the same.'}
        </EmptyState>
      )}
      {shown.map(({ title, rows }) => (
        <ComparedTable key={title} title={title === '' ? a.kind : title.replaceAll('_', ' ')} rows={rows} />
      ))}
    </>
  )
}
