'use client'

import { lazy } from 'react'
import { Pill } from '#components/chain/pill.tsx'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { indexCoverage } from './index-coverage.ts'
import { useAptosStatus } from './use-aptos-status.ts'

const pills = {
  current: { title: 'Full history', tone: 'good' },
  partial: { title: 'Partial history', tone: 'neutral' },
  behind: { title: 'Indexing', tone: 'warn' },
  stopped: { title: 'Indexing stopped', tone: 'bad' },
} as const

const without = {
  hosted: 'From the hosted service',
  none: 'NFTs are not indexed here',
  empty: 'Nothing indexed yet',
} as const

/** Its HTML is part of the page; its code is only loaded after it. */
const IndexedVersions = lazy(() => import('./indexed-versions.tsx').then((it) => ({ default: it.IndexedVersions })))

/** The coverage of the lists on this page in two words, with the versions inside. */
export const AptosIndexMark = ({ status: initial }: { status: AptosStatus }) => {
  const status = useAptosStatus(initial)
  const coverage = indexCoverage(status)
  if (!('last' in coverage)) return <span className="text-muted">{without[coverage.state]}</span>
  return (
    <Pill {...pills[coverage.state]}>
      <LazyBoundary>
        <IndexedVersions status={initial} />
      </LazyBoundary>
    </Pill>
  )
}
