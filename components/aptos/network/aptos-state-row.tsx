import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChainCard } from '#components/chain/chain-card.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { chainColour, chainLogo } from '#lib/logos/logos.ts'

/** The ledger on the home page. */
export const AptosStateCard = ({ status }: { status: AptosStatus }) => {
  const { network, source, block_height, ledger_timestamp, error } = status
  const isHosted = source === 'hosted'
  const online = error ? 'Unreachable' : 'Online'
  return (
    <ChainCard
      href={aptosPath(aptosPaths.network(), network)}
      title={`Aptos ${source === 'demo' ? 'demo ledger' : network}`}
      icon={chainLogo('aptos')}
      colour={chainColour('aptos')}
      word={isHosted ? 'Hosted' : online}
      tone={isHosted ? 'neutral' : error ? 'bad' : 'good'}
    >
      {isHosted ? 'from the hosted service' : error}
      {!isHosted && !error && block_height !== null && `Block ${groupedNumber(block_height)}`}
      {!isHosted && !error && ledger_timestamp && (
        <>
          {', '}
          <Timestamp iso={ledger_timestamp} />
        </>
      )}
    </ChainCard>
  )
}

/** The Aptos ledger's state in a line. */
export const AptosStateRow = ({ status }: { status: AptosStatus }) => {
  const { network, source, ledger_version, block_height, ledger_timestamp, error } = status
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 pr-12 pl-4 text-sm last:border-b-0">
      <Link href={aptosPath(aptosPaths.network(), network)} className="font-medium hover:text-accent">
        Aptos {source === 'demo' ? 'demo ledger' : network}
      </Link>
      {source === 'hosted' ? (
        <span className="text-muted">from the hosted service</span>
      ) : (
        <Badge tone={error ? 'bad' : 'good'}>{error ? 'Unreachable' : 'Online'}</Badge>
      )}
      {block_height !== null && (
        <span>
          <span className="text-muted">block</span> {groupedNumber(block_height)}
        </span>
      )}
      {ledger_version !== null && (
        <span>
          <span className="text-muted">version</span> {groupedNumber(ledger_version)}
        </span>
      )}
      {ledger_timestamp && (
        <span className="text-muted">
          newest <Timestamp iso={ledger_timestamp} />
        </span>
      )}
      {error && <span className="text-bad">{error}</span>}
    </li>
  )
}
