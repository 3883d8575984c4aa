import { Meter } from '#components/ui/meter.tsx'
import { percentOf } from '#lib/format/transaction.ts'

/** The share of a block's gas limit that was used; nothing for a block without a limit. */
export const GasShare = ({ used, limit, className }: { used: string; limit: string | null; className?: string }) => {
  if (limit === null) return null
  const percent = percentOf(used, limit)
  return (
    <>
      <Meter percent={percent} className={className} /> <span className="text-muted">{percent}%</span>
    </>
  )
}
