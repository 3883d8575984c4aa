'use client'

import { CoverageLine } from '#components/chain/coverage-line.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { indexCoverage } from './index-coverage.ts'
import { useAptosStatus } from './use-aptos-status.ts'

const words = {
  current: 'Indexed',
  partial: 'Indexed in part,',
  behind: 'Indexing, so far',
  stopped: 'Indexing has stopped,',
} as const

/** How much of the ledger the NFT lists cover, in one line; it never claims more than is known. */
export const CoverageText = ({ status: initial }: { status: AptosStatus }) => {
  const status = useAptosStatus(initial)
  const coverage = indexCoverage(status)
  if (coverage.state === 'hosted') return 'From the hosted service'
  if (coverage.state === 'none') return 'NFTs are not indexed here'
  if (coverage.state === 'empty') return 'Nothing indexed yet'
  const { state, first, last, head, gaps } = coverage
  const rate = status.index?.versions_per_second
  return (
    <>
      {words[state]} version {groupedNumber(first)} to {groupedNumber(last)}
      {(state === 'behind' || state === 'stopped') && head && ` of ${groupedNumber(head)}`}
      {state === 'behind' && rate ? `, ${groupedNumber(Math.round(rate))} per second` : ''}
      {gaps > 0 && `, ${groupedNumber(gaps)} ${gaps === 1 ? 'gap' : 'gaps'}`}
    </>
  )
}

/** Which versions of a ledger are indexed. */
export const IndexedVersions = ({ status: initial }: { status: AptosStatus }) => {
  const status = useAptosStatus(initial)
  const { index } = status
  const coverage = indexCoverage(status)
  return (
    <>
      <p>
        <CoverageText status={initial} />
      </p>
      {index && 'last' in coverage && (
        <CoverageLine ranges={index.coverage} last={coverage.head ?? coverage.last} unit="version" />
      )}
      {index?.coverage_note && <p className="text-muted">{index.coverage_note}</p>}
    </>
  )
}
