import { Hash } from '#components/chain/hash.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'

type Row = { label: string; value: string | null; isOdd?: boolean }

/** Hashes below each other, so that a difference is visible. Unknown ones are left out. */
export const HashComparison = ({ rows }: { rows: readonly Row[] }) => {
  const known = rows.flatMap(({ value, ...row }) => (value === null ? [] : [{ ...row, value }]))
  if (known.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-0.5 text-xs">
      {known.map(({ label, value, isOdd = false }) => (
        <div key={label} className="flex min-w-0 items-center gap-2">
          <dt className="w-20 shrink-0 text-muted">{label}</dt>
          <dd className="flex min-w-0 items-center gap-1">
            <span className="min-w-0">
              <Hash value={value} className={isOdd ? 'text-bad' : undefined} />
            </span>
            <CopyButton value={value} label={`Copy: ${label}`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
