import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosVesting, AptosVestingSearch } from '#lib/aptos/account/stakes-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { AccountFact } from './account-fact.tsx'

/** The searched transactions of an account: `its newest 5 transactions`. */
export const newestWords = (transactions: number): string =>
  transactions === 1 ? 'its newest transaction' : `its newest ${groupedNumber(transactions)} transactions`

const octaDecimals = 8
const secondsPerDay = 86_400

const roles: Record<AptosVesting['role'], string> = {
  contract: 'is the contract',
  admin: 'manages it',
  shareholder: 'is a shareholder',
  beneficiary: 'receives the distributions of a shareholder',
}
const states: Record<AptosVesting['state'], string> = {
  active: 'Active',
  terminated: 'Terminated',
  unknown: 'Unknown',
}

/** Vesting contracts that an account is or manages, or in which it has a share. */
export const VestingList = ({
  account,
  contracts,
  search,
  network,
}: {
  account: string
  contracts: readonly AptosVesting[]
  search: AptosVestingSearch
  network: AptosNetwork
}) => (
  <>
    {contracts.some(({ role }) => role === 'shareholder' || role === 'beneficiary') && (
      <p className="px-4 pt-2.5 text-muted text-sm">{searchText(search)}</p>
    )}
    <ul className="divide-y divide-line">
      {contracts.map((one) => (
        <VestingItem key={one.contract_address} one={one} account={account} network={network} />
      ))}
    </ul>
  </>
)

/** The ledger does not list contracts by shareholder. */
const searchText = ({ transactions, is_whole, has_index }: AptosVestingSearch): string => {
  const sent = is_whole ? 'the numbered transactions of this account' : newestWords(transactions)
  const received = has_index ? ' and in indexed payments to it' : ''
  return `Contracts named in ${sent}${received}: this account may have shares in others.`
}

const VestingItem = ({ one, account, network }: { one: AptosVesting; account: string; network: AptosNetwork }) => (
  <li>
    <Facts>
      <AccountFact label="Contract" address={one.contract_address} network={network} />
      <Fact label="This account" wide>
        {roles[one.role]}
      </Fact>
      <Fact label="State">{states[one.state]}</Fact>
      <Fact label="Shareholders">{groupedNumber(one.shareholders)}</Fact>
      {one.share && <Share share={one.share} network={network} isOwn={one.share.shareholders.includes(account)} />}
      <Fact label={one.share ? 'All grants' : 'Grants'}>
        <Apt value={one.grant} />
      </Fact>
      <Fact label={one.share ? 'All not vested' : 'Not vested'}>
        <Apt value={one.remaining_grant} />
      </Fact>
      {one.pool_unlocking !== null && one.pool_unlocked !== null && (
        <>
          <Fact label="Pool unlocking">
            <Apt value={one.pool_unlocking} />
          </Fact>
          <Fact label="Pool unlocked">
            <Apt value={one.pool_unlocked} /> <span className="text-muted">for all, with rewards</span>
          </Fact>
        </>
      )}
      {one.starts_at !== null && (
        <Fact label="Starts">
          <Timestamp isAlone iso={one.starts_at} />
        </Fact>
      )}
      {one.period_seconds !== null && one.periods_vested !== null && (
        <Fact label="Periods vested">
          {groupedNumber(one.periods_vested)}
          <span className="text-muted"> of {periodText(one.period_seconds)} each</span>
        </Fact>
      )}
      <AccountFact label="Stake pool" address={one.pool_address} network={network} />
      <AccountFact label="Withdrawals to" address={one.withdrawal_address} network={network} />
    </Facts>
  </li>
)

const Share = ({
  share,
  network,
  isOwn,
}: {
  share: NonNullable<AptosVesting['share']>
  network: AptosNetwork
  isOwn: boolean
}) => (
  <>
    {!isOwn && (
      <Fact label={share.shareholders.length === 1 ? 'Shareholder' : 'Shareholders'} wide long>
        {share.shareholders.map((address) => (
          <AccountLink key={address} address={address} network={network} />
        ))}
      </Fact>
    )}
    <Fact label={isOwn ? 'Own grant' : 'Their grant'}>
      <Apt value={share.grant} />
    </Fact>
    <Fact label="Vested">
      {share.vested === null ? <span className="text-muted">unknown: terminated</span> : <Apt value={share.vested} />}
    </Fact>
    <Fact label="Not vested">
      <Apt value={share.remaining_grant} />
    </Fact>
    {isOwn && share.beneficiary_address !== null && (
      <AccountFact label="Paid to" address={share.beneficiary_address} network={network} />
    )}
  </>
)

const Apt = ({ value }: { value: string }) => <Amount value={value} decimals={octaDecimals} symbol="APT" exact />

const periodText = (seconds: string): string => {
  const whole = BigInt(seconds)
  const day = BigInt(secondsPerDay)
  if (whole > 0n && whole % day === 0n) return `${groupedNumber(String(whole / day))} ${whole === day ? 'day' : 'days'}`
  return `${groupedNumber(seconds)} s`
}
