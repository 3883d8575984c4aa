import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosStake } from '#lib/aptos/account/stakes/stakes-contract.ts'
import { AccountFact } from './account-fact.tsx'

const octaDecimals = 8

const roles: Record<AptosStake['role'], string> = {
  pool: 'is the pool',
  owner: 'owns it',
  delegation_pool: 'owns it for its delegators',
  staking_contract: 'owns it by a staking contract',
}

const amounts = [
  ['Staked', 'active'],
  ['From next epoch', 'pending_active'],
  ['Unlocking', 'pending_inactive'],
  ['Unlocked', 'inactive'],
] as const

/** Stake pools that an account is or owns. */
export const StakeList = ({ stakes, network }: { stakes: readonly AptosStake[]; network: AptosNetwork }) => (
  <ul className="divide-y divide-line">
    {stakes.map((stake) => (
      <li key={stake.pool_address}>
        <Facts>
          <AccountFact label="Stake pool" address={stake.pool_address} network={network} />
          <Fact label="This account" wide>
            {roles[stake.role]}
          </Fact>
          {amounts.map(([label, name]) => (
            <Fact key={name} label={label}>
              <Amount value={stake[name]} decimals={octaDecimals} symbol="APT" exact />
            </Fact>
          ))}
          {stake.locked_until !== null && (
            <Fact label="End of lockup" wide>
              <Timestamp isAlone iso={stake.locked_until} />
            </Fact>
          )}
          <AccountFact label="Operator" address={stake.operator_address} network={network} />
          <AccountFact label="Voter" address={stake.voter_address} network={network} />
        </Facts>
      </li>
    ))}
  </ul>
)
