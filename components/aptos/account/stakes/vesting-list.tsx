import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosVesting } from '#lib/aptos/contract/stakes.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const octaDecimals = 8
const secondsPerDay = 86_400

const roles: Record<AptosVesting['role'], string> = {
  contract: 'This account',
  admin: 'Managed by this account',
}
const states: Record<AptosVesting['state'], string> = {
  active: 'Active',
  terminated: 'Terminated',
  unknown: 'Unknown',
}

/** Vesting contracts that an account is or manages. */
export const VestingList = ({ contracts, network }: { contracts: readonly AptosVesting[]; network: AptosNetwork }) => (
  <ul className="divide-y divide-line">
    {contracts.map((one) => (
      <li key={one.contract_address}>
        <Facts>
          <Fact label={roles[one.role]} wide long>
            <AccountLink address={one.contract_address} network={network} />
          </Fact>
          <Fact label="State">{states[one.state]}</Fact>
          <Fact label="Shareholders">{groupedNumber(one.shareholders)}</Fact>
          <Fact label="Grants">
            <Amount value={one.grant} decimals={octaDecimals} symbol="APT" exact />
          </Fact>
          <Fact label="Not vested">
            <Amount value={one.remaining_grant} decimals={octaDecimals} symbol="APT" exact />
          </Fact>
          {one.starts_at !== null && (
            <Fact label="Starts">
              <Timestamp iso={one.starts_at} />
            </Fact>
          )}
          {one.period_seconds !== null && one.periods_vested !== null && (
            <Fact label="Periods vested">
              {groupedNumber(one.periods_vested)}
              <span className="text-muted"> of {periodText(one.period_seconds)} each</span>
            </Fact>
          )}
          <Fact label="Stake pool" wide long>
            <AccountLink address={one.pool_address} network={network} />
          </Fact>
          <Fact label="Withdrawals to" wide long>
            <AccountLink address={one.withdrawal_address} network={network} />
          </Fact>
        </Facts>
      </li>
    ))}
  </ul>
)

const periodText = (seconds: string): string => {
  const whole = BigInt(seconds)
  const day = BigInt(secondsPerDay)
  if (whole > 0n && whole % day === 0n) return `${groupedNumber(String(whole / day))} ${whole === day ? 'day' : 'days'}`
  return `${groupedNumber(seconds)} s`
}
