'use client'

import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { indexCoverage } from '#components/aptos/parts/index-coverage.ts'
import { useAptosStatus } from '#components/aptos/parts/use-aptos-status.ts'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The head of a network's ledger, and the part that the full node keeps; updated live. */
export const NetworkFacts = ({ status: initial }: { status: AptosStatus }) => {
  const { network, chain_id, ledger_version, oldest_ledger_version, block_height, oldest_block_height, ...times } =
    useAptosStatus(initial)
  return (
    <Facts>
      <Fact label="Newest block" wide>
        {block_height === null ? (
          <None />
        ) : (
          <Link
            href={aptosPath(aptosPaths.block({ height: block_height }), network)}
            className="font-mono text-accent hover:underline"
          >
            {groupedNumber(block_height)}
          </Link>
        )}
      </Fact>
      <Fact label="Newest version" wide>
        {ledger_version === null ? <None /> : <VersionLink version={ledger_version} network={network} />}
      </Fact>
      <Fact label="Time" wide>
        {times.ledger_timestamp === null ? <None /> : <Timestamp isAlone iso={times.ledger_timestamp} />}
      </Fact>
      <Fact label="Node history" wide>
        {oldest_ledger_version === null || oldest_block_height === null ? (
          <None />
        ) : (
          `version ${groupedNumber(oldest_ledger_version)} and later, block ${groupedNumber(oldest_block_height)} and later`
        )}
      </Fact>
      <Fact label="Chain id" wide>
        {chain_id ?? <None />}
      </Fact>
    </Facts>
  )
}

const variables = { mainnet: 'APTOS_NODE_URL', testnet: 'APTOS_TESTNET_NODE_URL' } as const

/** The indexed part of the ledger, and the speed of indexing. */
export const IndexFacts = ({ status: initial }: { status: AptosStatus }) => {
  const status = useAptosStatus(initial)
  const coverage = indexCoverage(status)
  if (coverage.state === 'hosted')
    return <EmptyState title="From the hosted service">It does not report the state of its index.</EmptyState>
  if (coverage.state === 'none')
    return (
      <NotIndexedState title="NFTs of this network are not indexed here">
        Set <code className="font-mono">{variables[status.network]}</code> to a full node's REST address (…/v1), and{' '}
        <code className="font-mono">APTOS_START_VERSION</code> to the first version.
      </NotIndexedState>
    )
  if (coverage.state === 'empty')
    return (
      <NotIndexedState title="Nothing is indexed yet">
        {coverage.error ?? 'The worker has not stored a version yet. This updates automatically.'}
      </NotIndexedState>
    )
  const { state, first, last, head, end, gaps, error, isFromTheMiddle, omission } = coverage
  const rate = status.index?.versions_per_second ?? null
  return (
    <Facts>
      <Fact label="Indexed" wide>
        version {groupedNumber(first)} to {groupedNumber(last)}
        {gaps > 0 && (
          <span className="text-warn">
            , {groupedNumber(gaps)} {gaps === 1 ? 'gap' : 'gaps'}
          </span>
        )}
      </Fact>
      <Fact label="Start" wide>
        {isFromTheMiddle
          ? `at version ${groupedNumber(first)}; earlier activity is not listed`
          : 'at the start of the ledger'}
      </Fact>
      {omission && (
        <Fact label="Missing" wide>
          {omission}
        </Fact>
      )}
      <Fact label="State" wide>
        {state === 'current' || state === 'partial' ? (
          end === null ? (
            'up to the newest version'
          ) : (
            `at version ${groupedNumber(end)}, the configured end`
          )
        ) : (
          <span className="flex flex-wrap items-center gap-x-2">
            {state === 'stopped' ? 'stopped' : 'indexing'} <Meter percent={percentDone(first, last, head)} />{' '}
            {percentDone(first, last, head)}%
          </span>
        )}
        {error && <span className="block text-bad">{error}</span>}
      </Fact>
      <Fact label="Speed" wide>
        {rate === null ? (
          <span className="text-muted">not measured yet</span>
        ) : (
          `${groupedNumber(rate)} versions per second`
        )}
      </Fact>
      <Fact label="Last checked" wide>
        {status.index?.checked_at ? (
          <Timestamp iso={status.index.checked_at} />
        ) : (
          <span className="text-muted">never</span>
        )}
      </Fact>
    </Facts>
  )
}

/** Progress in whole per cent, from the first indexed version; 100 only when complete. */
const percentDone = (first: string, last: string, head: string | null): number => {
  if (head === null) return 0
  const wanted = BigInt(head) - BigInt(first) + 1n
  return wanted <= 0n ? 100 : Number(((BigInt(last) - BigInt(first) + 1n) * 100n) / wanted)
}
