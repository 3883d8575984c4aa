import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Meter } from '#components/ui/meter.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Index = NonNullable<AptosStatus['index']>

/** Stored versions of those that are wanted, in whole per cent; 100 only when the head is reached. */
const progressOf = ({ first_version, last_version, head_version }: Index): number => {
  if (first_version === null || last_version === null || head_version === null) return 0
  const wanted = BigInt(head_version) - BigInt(first_version) + 1n
  const done = BigInt(last_version) - BigInt(first_version) + 1n
  return wanted <= 0n ? 100 : Number((done * 100n) / wanted)
}

/** What the index of Aptos NFTs covers, in a line. */
export const IndexStateRow = ({ index }: { index: Index }) => {
  const { first_version, last_version, head_version, gaps, versions_per_second, checked_at, error } = index
  const progress = progressOf(index)
  const isThere = last_version !== null && progress >= 100 && gaps === 0
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-sm last:border-b-0">
      <span className="font-medium">Index of NFTs</span>
      {error ? (
        <Badge tone="bad">Stopped</Badge>
      ) : (
        <Badge tone={isThere ? 'good' : 'warn'}>{isThere ? 'Synced' : 'Indexing'}</Badge>
      )}
      {first_version === null || last_version === null ? (
        <span className="text-muted">nothing is stored yet</span>
      ) : (
        <span>
          <span className="text-muted">versions</span> {groupedNumber(first_version)}{' '}
          <span className="text-muted">to</span> {groupedNumber(last_version)}
        </span>
      )}
      {!isThere && last_version !== null && head_version !== null && (
        <span className="flex items-center gap-2 text-muted">
          <Meter percent={progress} /> {progress}% of {groupedNumber(head_version)}
        </span>
      )}
      {gaps > 0 && (
        <span className="text-warn">
          {groupedNumber(gaps)} {gaps === 1 ? 'gap' : 'gaps'}
        </span>
      )}
      {versions_per_second !== null && versions_per_second > 0 && (
        <span className="text-muted">{groupedNumber(Math.round(versions_per_second))} versions/s</span>
      )}
      {checked_at && (
        <span className="text-muted">
          checked <Timestamp iso={checked_at} />
        </span>
      )}
      {error && <span className="wrap-anywhere text-bad">{error}</span>}
    </li>
  )
}
