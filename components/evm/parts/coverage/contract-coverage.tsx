import { BadgeCheck, ChevronDown, CircleAlert } from 'lucide'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

type Rating = Output<EvmExplorerApi['evmContractRating']>

/** Whether a contract is known to the operator or looks like spam, with their reasons. Works without JavaScript. */
export const ContractCoverage = ({ rating, isCollection }: { rating: Rating; isCollection: boolean }) => {
  const { verified, possible_spam, score, reasons } = rating
  if (score === null && reasons.length === 0) return null
  return (
    <details className="group w-full text-sm">
      <summary className="inline-flex min-h-7 list-none items-center gap-1.5">
        {possible_spam && (
          <Badge tone="warn">
            <Icon of={CircleAlert} size={12} /> Looks like spam
          </Badge>
        )}
        {verified && (
          <Badge tone="good">
            <Icon of={BadgeCheck} size={12} /> {isCollection ? 'Known collection' : 'Known token'}
          </Badge>
        )}
        {!verified && !possible_spam && (
          <span className="text-muted">{reasons.length > 0 ? 'Few signs of spam' : 'No sign of spam'}</span>
        )}
        <span className="inline-flex items-center gap-0.5 text-muted hover:text-accent">
          Why? <Icon of={ChevronDown} size={13} className="group-open:rotate-180" />
        </span>
      </summary>
      <div className="mt-1 max-w-2xl rounded-lg border border-line bg-surface px-4 py-3">
        {reasons.length === 0 ? (
          <p>No spam signals found.</p>
        ) : (
          <ul className="grid gap-1.5">
            {reasons.map(({ rule, weight, text }) => (
              <li key={`${rule}-${text}`} className="flex gap-3">
                <span className="w-10 shrink-0 text-right text-muted">{weight > 0 ? `+${weight}` : '–'}</span>
                <span className="wrap-anywhere min-w-0">{text}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-2 text-muted text-xs">
          {score !== null && `Score ${score} of 100; contracts with 50 or more are marked as spam. `}
          The rules use on-chain data only; the operator’s lists take precedence.
        </p>
      </div>
    </details>
  )
}
