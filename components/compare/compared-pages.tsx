'use client'

import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { browserSend } from '#components/browser-send.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { differingPart } from '#lib/format/differences.ts'
import { type ComparedPage, comparePages } from '#lib/pages/compare-pages.ts'

/** In characters: the length of a shown difference, and of its context. A hash is never cut. */
const partMax = 160
const aroundMax = 66
/** Texts with less than this share in common differ as a whole: nothing is marked. */
const commonShareMin = 0.2
const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text)

const Value = ({ value, other = '' }: { value: string | undefined; other: string | undefined }) => {
  if (!value) return <span className="text-muted">{value === undefined ? 'missing' : 'empty'}</span>
  if (value === other) return cut(value, partMax)
  const { before, a, after } = differingPart(value, other)
  if (before.length + after.length < commonShareMin * value.length) return cut(value, partMax)
  return (
    <>
      {before.length > aroundMax ? `…${before.slice(-aroundMax)}` : before}
      {a && <mark className="bg-warn/20 text-ink underline decoration-warn">{cut(a, partMax)}</mark>}
      {cut(after, aroundMax)}
    </>
  )
}

const Fields = ({ a, b }: { a: ComparedPage; b: ComparedPage }) => {
  const [isWhole, setIsWhole] = useState(false)
  const { groups, leftOut } = comparePages(a, b)
  const all = groups.flatMap(([, rows]) => rows)
  const different = all.filter((row) => row.a !== row.b).length
  return (
    <>
      <p role="status" className="mt-4 flex flex-wrap items-center gap-x-3 text-sm">
        {groupedNumber(different)} of {groupedNumber(all.length)} fields differ
        {leftOut > 0 && `; ${groupedNumber(leftOut)} more were not compared`}
        <Button aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show only differences' : 'Show all fields'}
        </Button>
      </p>
      {groups
        .map(([title, rows]) => ({ title, rows: rows.filter((row) => isWhole || row.a !== row.b) }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows }) => (
          <Panel key={title} title={title === '' ? a.kind : title.replaceAll('_', ' ')} className="mt-4">
            <table className="w-full table-fixed text-left text-sm max-lg:block">
              <tbody className="max-lg:block">
                {rows.map((row) => (
                  <tr
                    key={row.path.join('/')}
                    className="border-line border-b last:border-b-0 max-lg:block max-lg:px-4 max-lg:py-2 lg:align-top"
                  >
                    <th className="break-words font-normal text-muted text-xs max-lg:block lg:w-1/5 lg:px-4 lg:py-2.5">
                      {row.path.join(' › ').replaceAll('_', ' ')}
                    </th>
                    {(['a', 'b'] as const).map((side) => (
                      <td key={side} className="break-all font-mono max-lg:flex max-lg:gap-3 lg:px-4 lg:py-2">
                        <span className="shrink-0 font-sans text-muted text-xs uppercase leading-5 lg:sr-only">
                          {side}
                        </span>
                        <span className="min-w-0">
                          <Value value={row[side]} other={row[side === 'a' ? 'b' : 'a']} />
                        </span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
        ))}
    </>
  )
}

/** Two pages of this site, read as data. Each counts against the visitor's budget as if it were opened. */
export const ComparedPages = ({ pages }: { pages: readonly { path: string; dataPath: string }[] }) => {
  const answers = useQueries({
    queries: pages.map(({ dataPath }) => ({
      queryKey: ['page', dataPath],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ComparedPage> =>
        (await browserSend(new Request(dataPath, { signal }))).json(),
    })),
  })
  const [a, b] = answers.map(({ data }) => data)
  return (
    <>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        {answers.map(({ data, error }, index) => (
          <Panel key={pages[index]?.path} className="p-4 text-sm">
            <b className="text-accent">{'AB'[index]}</b> {data?.kind} <span className="text-muted">{data?.place}</span>
            <Link
              href={pages[index]?.path ?? ''}
              className="mt-1 block break-all font-mono text-accent hover:underline"
            >
              {data?.title ?? pages[index]?.path}
            </Link>
            {error ? <ErrorState title="Could not be read">{error.message}</ErrorState> : data?.summary}
            {!error && !data && <Skeleton data-loading className="mt-2 w-full" />}
          </Panel>
        ))}
      </div>
      {a && b && <Fields a={a} b={b} />}
    </>
  )
}
