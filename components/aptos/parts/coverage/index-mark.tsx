'use client'

import { classNames } from '#components/ui/class-names.ts'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { indexCoverage } from './index-coverage.ts'
import { useAptosStatus } from './use-aptos-status.ts'

const dots = { current: 'bg-good', partial: 'bg-muted', behind: 'bg-warn', stopped: 'bg-bad' } as const
const words = {
  current: 'Indexed',
  partial: 'Indexed in part,',
  behind: 'Indexing, so far',
  stopped: 'Indexing has stopped,',
} as const

/** The coverage of the NFT lists on this page, in one line; it never claims more than is known. */
export const AptosIndexMark = ({ status: initial }: { status: AptosStatus }) => {
  const status = useAptosStatus(initial)
  const coverage = indexCoverage(status)
  if (coverage.state === 'hosted') return <span>From the hosted service</span>
  if (coverage.state === 'none') return <span>NFTs are not indexed here</span>
  if (coverage.state === 'empty') return <span>Nothing indexed yet</span>
  const { state, first, last, head, gaps } = coverage
  const rate = status.index?.versions_per_second
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span aria-hidden className={classNames('size-2 rounded-full', dots[state])} />
      {words[state]} version {groupedNumber(first)} to {groupedNumber(last)}
      {(state === 'behind' || state === 'stopped') && head && ` of ${groupedNumber(head)}`}
      {state === 'behind' && rate ? `, ${groupedNumber(Math.round(rate))} per second` : ''}
      {gaps > 0 && `, ${groupedNumber(gaps)} ${gaps === 1 ? 'gap' : 'gaps'}`}
    </span>
  )
}
