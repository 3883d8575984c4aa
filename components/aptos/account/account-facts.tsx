import type { ReactNode } from 'react'
import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { AptosAccount } from '#lib/aptos/account/sent-contract.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type AccountFactsProps = {
  account: AptosAccount
  network: AptosNetwork
  status: AptosStatus | undefined
  /** Its APT. */
  balance: ReactNode
}

/** The balance of an account, and facts about its account resource. */
export const AccountFacts = ({ account, network, status, balance }: AccountFactsProps) => {
  const foot = (
    <SourceFoot title="Account" call={aptosExplorerCall('aptosAccount', { address: account.address, network })} />
  )
  if (account.sequence_number === null)
    return (
      <Panel aria-label="Account">
        <Facts className="border-line border-b">{balance}</Facts>
        <EmptyState title="No account resource at this address">
          It has not sent a transaction with a sequence number. It may only have received assets, or be an object such
          as a collection or a token.
        </EmptyState>
        {foot}
      </Panel>
    )
  const key = account.authentication_key
  return (
    <Panel aria-label="Account">
      <Facts>
        {balance}
        <Fact label="Sequence number">{groupedNumber(account.sequence_number)}</Fact>
        <Fact label="Network">
          {status?.source === 'demo' ? 'Demo ledger' : network === 'testnet' ? 'Aptos testnet' : 'Aptos mainnet'}
        </Fact>
        {key && (
          <Fact label="Auth key" wide long>
            <Copied value={key} label="Copy authentication key">
              <span className="font-mono">{key}</span>
            </Copied>
          </Fact>
        )}
      </Facts>
      {foot}
    </Panel>
  )
}
