import { HashComparison } from '#components/evm/parts/hash-comparison.tsx'
import { OutcomeBadge } from '#components/evm/parts/outcome-badge.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

export type Checks = Output<EvmExplorerApi['evmBlockChecks']>

const words: Record<Checks['checks'][number]['check'], { title: string; sentence: string }> = {
  block_hash: { title: 'Block hash', sentence: 'The fields of the header hash to the hash of the block.' },
  transactions_root: { title: 'Transactions root', sentence: 'The transactions hash to the root in the header.' },
  transaction_hashes: { title: 'Transaction hashes', sentence: 'Each transaction hashes to its transaction hash.' },
  receipts_root: { title: 'Receipts root', sentence: 'The receipts, with every log, hash to the root in the header.' },
  logs_bloom: { title: 'Logs bloom', sentence: 'The bloom in the header matches the logs.' },
}

/** Each check of a block with its outcome, or why it could not be made. */
export const CheckRows = ({ label, checks }: { label: string; checks: Checks['checks'] }) => (
  <ul aria-label={label}>
    {checks.map(({ check, outcome, reason, reported, computed }) => (
      <li key={check} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-line border-t px-4 py-2.5 text-sm">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="font-medium">{words[check].title}</span>
          <OutcomeBadge outcome={outcome} />
        </p>
        <p className={outcome === 'failed' ? 'text-bad' : 'text-muted'}>
          {outcome === 'failed' && 'Failed: '}
          {reason ?? words[check].sentence}
        </p>
        <HashComparison
          rows={[
            { label: 'Reported', value: reported },
            { label: 'Computed', value: computed, isOdd: outcome === 'failed' },
          ]}
        />
      </li>
    ))}
  </ul>
)
