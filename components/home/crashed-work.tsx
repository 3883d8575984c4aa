import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'

type Work = {
  chain: number
  kind: string
  /** The kind in words: `EVM block`. */
  title: string
  /** The title of the chain. */
  where?: string
  key: string
  attempts: number
  /** Milliseconds since 1970. */
  since: number
  retryAt: number | null
  reason: string
}

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Work that crashed the worker, and what an operator can do about it. Hidden if no work crashed. */
export const CrashedWork = ({ work }: { work: readonly Work[] }) => {
  if (work.length === 0) return null
  return (
    <Panel title="Crashed work" aside={work.length}>
      <p className="border-line border-b px-4 py-3 text-muted text-sm">
        The worker crashed while running these. Each is retried separately and set aside after three attempts;
        everything else continues. To retry what is set aside, update Spyglass or fix the cause, then restart with{' '}
        <code className="wrap-anywhere font-mono">npm start -- --retry-set-aside</code>.
      </p>
      <ul>
        {work.map((item) => (
          <li
            key={`${item.chain} ${item.kind} ${item.key}`}
            className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-sm last:border-b-0"
          >
            <span className="font-medium">{item.title}</span>
            <span className="wrap-anywhere font-mono">{item.key}</span>
            {item.where && <span className="text-muted">{item.where}</span>}
            <Badge tone={item.retryAt === null ? 'bad' : 'warn'}>
              {item.retryAt === null ? 'Set aside' : 'Will be retried'}
            </Badge>
            <span className="text-muted">
              {item.attempts > 0 && (item.attempts === 1 ? 'once, ' : `${item.attempts} times, `)}since{' '}
              <Timestamp iso={isoOf(item.since)} />
            </span>
            <span className="wrap-anywhere text-muted">{item.reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
