import type { ReactNode } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { None } from '#components/aptos/parts/values/none.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosValidatorPool, AptosValidators } from '#lib/aptos/validators/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const rowsShown = 300
const octaDecimals = 8
const percent = 100

const cell = 'py-2.5 sm:px-3 sm:last:pr-4 sm:first:pl-4 max-sm:py-0'
/** A card on a phone has no line for what is not known. */
const whereKnown = 'max-sm:has-[[data-none]]:hidden'
const number = `${cell} whitespace-nowrap sm:text-right`

/** Stake pools by address; `loading` until they have been read. */
type Pools = ReadonlyMap<string, AptosValidatorPool> | 'loading'

const TableHead = () => (
  <thead className="border-line border-b text-left text-muted text-xs max-sm:sr-only">
    <tr>
      <th className="w-1/4 py-2 pr-3 pl-4 font-normal">Stake pool</th>
      <th className="w-1/6 px-3 py-2 font-normal">Operator</th>
      <th className="w-1/6 px-3 py-2 font-normal">Voter</th>
      <th className="px-3 py-2 text-right font-normal">Commission</th>
      <th className="px-3 py-2 text-right font-normal">Voting power</th>
      <th className="px-3 py-2 text-right font-normal">Share</th>
      <th className="px-3 py-2 text-right font-normal">Proposed</th>
      <th className="py-2 pr-4 pl-3 text-right font-normal">Missed</th>
    </tr>
  </thead>
)

/** The share of the total power, drawn beside the largest. */
const PowerShare = ({
  voting_power,
  most,
  total,
}: Pick<AptosValidators['result'][number], 'voting_power'> & { most: number; total: string }) => (
  <span className="inline-flex items-center gap-2">
    <Meter percent={(100 * Number(voting_power)) / Math.max(1, most)} className="w-16 max-sm:w-24" />
    {shareOf(voting_power, total)}
  </span>
)

/** The validators of an epoch, by voting power. On a phone, each is a block of lines. */
export const ValidatorTable = ({
  found: { result, total_voting_power },
  pools,
  network,
}: {
  found: AptosValidators
  pools: Pools
  network: AptosNetwork
}) => {
  if (result.length === 0) return <EmptyState title="No validators" />
  const most = Math.max(...result.map(({ voting_power }) => Number(voting_power)))
  return (
    <>
      <table className="w-full text-sm max-sm:block">
        <TableHead />
        <tbody className="divide-y divide-line max-sm:block">
          {result.slice(0, rowsShown).map((one) => {
            const account = (name: 'operator_address' | 'voter_address') => (
              <PoolValue pools={pools} pool={one.pool_address}>
                {(pool) => <AccountLink address={pool[name]} network={network} className="min-w-0" />}
              </PoolValue>
            )
            return (
              <tr
                key={`${one.state} ${one.pool_address}`}
                className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:px-4 max-sm:py-2.5"
              >
                <td className={`${cell} sm:max-w-0 max-sm:w-full`}>
                  <span className="flex min-w-0 items-center gap-2">
                    <AccountLink address={one.pool_address} network={network} className="min-w-0" />
                    {one.state !== 'active' && (
                      <Badge tone={one.state === 'leaving' ? 'warn' : 'neutral'}>{one.state}</Badge>
                    )}
                  </span>
                </td>
                <td className={`${cell} sm:max-w-0 max-sm:flex max-sm:w-full max-sm:gap-2 ${whereKnown}`}>
                  <PhoneLabel>operator</PhoneLabel>
                  {account('operator_address')}
                </td>
                <td className={`${cell} sm:max-w-0 max-sm:flex max-sm:w-full max-sm:gap-2 ${whereKnown}`}>
                  <PhoneLabel>voter</PhoneLabel>
                  {account('voter_address')}
                </td>
                <td className={`${number} ${whereKnown}`}>
                  <PoolValue pools={pools} pool={one.pool_address}>
                    {({ commission_percent }) => (commission_percent === null ? <None /> : `${commission_percent}%`)}
                  </PoolValue>
                  <PhoneLabel> commission</PhoneLabel>
                </td>
                <td className={number}>
                  <Amount value={one.voting_power} decimals={octaDecimals} symbol="APT" />
                </td>
                <td className={number}>
                  {one.state === 'joining' ? (
                    <None />
                  ) : (
                    <PowerShare voting_power={one.voting_power} most={most} total={total_voting_power} />
                  )}
                </td>
                <td className={number}>
                  <Count value={one.successful_proposals} noun="proposed" />
                </td>
                <td className={number}>
                  <Count value={one.failed_proposals} noun="missed" />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {result.length > rowsShown && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          {groupedNumber(result.length - rowsShown)} more validators are in the API.
        </p>
      )}
    </>
  )
}

const PhoneLabel = ({ children }: { children: ReactNode }) => <span className="text-muted sm:hidden">{children}</span>

/** A value of a stake pool, as far as it could be read. */
const PoolValue = ({
  pools,
  pool: address,
  children,
}: {
  pools: Pools
  pool: string
  children: (pool: AptosValidatorPool) => ReactNode
}) => {
  if (pools === 'loading') return <Skeleton className="inline-block h-3.5 w-16" />
  const pool = pools.get(address)
  return pool ? children(pool) : <None />
}

const Count = ({ value, noun }: { value: string | null; noun: string }) =>
  value === null ? (
    <None />
  ) : (
    <>
      {groupedNumber(value)}
      <PhoneLabel> {noun}</PhoneLabel>
    </>
  )

const shareOf = (power: string, total: string): string =>
  BigInt(total) === 0n ? '–' : `${((Number(power) / Number(total)) * percent).toFixed(2)}%`
