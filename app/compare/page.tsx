import type { Metadata } from 'next'
import { CompareForm } from '#components/compare/compare-form.tsx'
import { ComparedPages } from '#components/compare/compared-pages.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import type { SearchParams } from '#lib/format/filters.ts'
import { namedPage } from '#lib/pages/named-page.ts'
import { pageAddress } from '#lib/pages/page-address.ts'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Compare',
  description: 'Compare two transactions, blocks, NFTs or wallets side by side.',
}

export default async function ComparePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = await searchParams
  const [givenA = '', givenB = ''] = [query.a, query.b].map((value) => [value].flat()[0])
  const a = namedPage(givenA, namedPage(givenB))
  const b = namedPage(givenB, a)
  return (
    <>
      <PageTitle kind="Compare" />
      <CompareForm
        a={{ value: a ?? givenA, isFaulty: givenA !== '' && a === undefined }}
        b={{ value: b ?? givenB, isFaulty: givenB !== '' && b === undefined }}
      />
      <noscript>Comparing needs JavaScript.</noscript>
      {a && b && <ComparedPages pages={[a, b].map((path) => ({ path, dataPath: pageAddress(path, 'json') }))} />}
    </>
  )
}
