import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { None } from '#components/aptos/parts/values/none.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { AptosValidators } from '#lib/aptos/contract/validators.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const rowsShown = 300
const octaDecimals = 8
const percent = 100

/** The validators of an epoch, by voting power. On a phone, each is a block of two lines. */
export const ValidatorTable = ({
  found: { result, total_voting_power },
  network,
}: {
  found: AptosValidators
  network: AptosNetwork
}) => {
  if (result.length === 0) return <EmptyState title="No validators" />
  return (
    <>
      <table className="w-full text-sm max-sm:block">
        <thead className="border-line border-b text-left text-muted text-xs max-sm:sr-only">
          <tr>
            <th className="w-1/2 px-4 py-2 font-normal">Stake pool</th>
            <th className="px-4 py-2 text-right font-normal">Voting power</th>
            <th className="px-4 py-2 text-right font-normal">Share</th>
            <th className="px-4 py-2 text-right font-normal">Proposed</th>
            <th className="px-4 py-2 text-right font-normal">Missed</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {result.slice(0, rowsShown).map((one) => (
            <tr
              key={`${one.state} ${one.pool_address}`}
              className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:px-4 max-sm:py-2.5"
            >
              <td className="py-2.5 sm:max-w-0 sm:px-4 max-sm:w-full max-sm:py-0">
                <span className="flex min-w-0 items-center gap-2">
                  <AccountLink address={one.pool_address} network={network} className="min-w-0" />
                  {one.state !== 'active' && (
                    <Badge tone={one.state === 'leaving' ? 'warn' : 'neutral'}>{one.state}</Badge>
                  )}
                </span>
              </td>
              <td className="whitespace-nowrap py-2.5 sm:px-4 sm:text-right max-sm:py-0">
                <Amount value={one.voting_power} decimals={octaDecimals} symbol="APT" />
              </td>
              <td className="py-2.5 sm:px-4 sm:text-right max-sm:py-0">
                {one.state === 'joining' ? <None /> : shareOf(one.voting_power, total_voting_power)}
              </td>
              <td className="py-2.5 sm:px-4 sm:text-right max-sm:py-0">
                <Count value={one.successful_proposals} noun="proposed" />
              </td>
              <td className="py-2.5 sm:px-4 sm:text-right max-sm:py-0">
                <Count value={one.failed_proposals} noun="missed" />
              </td>
            </tr>
          ))}
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

const Count = ({ value, noun }: { value: string | null; noun: string }) =>
  value === null ? (
    <None />
  ) : (
    <>
      {groupedNumber(value)}
      <span className="text-muted sm:hidden"> {noun}</span>
    </>
  )

const shareOf = (power: string, total: string): string =>
  BigInt(total) === 0n ? '–' : `${((Number(power) / Number(total)) * percent).toFixed(2)}%`
