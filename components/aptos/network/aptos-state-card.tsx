import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChainCard } from '#components/chain/chain-card.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
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
