import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { ChangesByAccount } from '#components/aptos/parts/changes-by-account.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosBalanceChanges } from '#lib/aptos/transaction/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

const aptDecimals = 8

/** How balances of coins and fungible assets changed, by account; gas is shown apart. */
export const BalancePanel = ({
  answer: { data, fault },
  network,
  call,
}: {
  answer: Answer<AptosBalanceChanges>
  network: AptosNetwork
  call: Call
}) => (
  <Panel title="Balance changes" aside={<SourceLink title="Balance changes" call={call} />}>
    {fault && <FaultState {...fault} />}
    {data && data.result.length === 0 && (
      <EmptyState title="No balance changes">
        {data.gas ? 'Besides gas, no coins or fungible assets moved.' : 'No coins or fungible assets moved.'}
      </EmptyState>
    )}
    {data && data.result.length > 0 && <ChangesByAccount changes={data.result} network={network} />}
    {data && data.unattributed > 0 && (
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
        {groupedNumber(data.unattributed)}{' '}
        {data.unattributed === 1 ? 'deposit or withdrawal is' : 'deposits and withdrawals are'} not included: the
        transaction does not show whose they are.
      </p>
    )}
    {data?.gas && <GasLine gas={data.gas} network={network} />}
  </Panel>
)

const GasLine = ({
  gas: { fee, refund, payer_address },
  network,
}: {
  gas: NonNullable<AptosBalanceChanges['gas']>
  network: AptosNetwork
}) => (
  <p className="flex flex-wrap items-baseline gap-x-1.5 border-line border-t bg-sunken px-4 py-2.5 text-muted text-sm">
    <AccountLink address={payer_address} network={network} className="min-w-0" />
    <span>
      paid <Amount value={fee} decimals={aptDecimals} symbol="APT" /> for gas
      {refund !== '0' && (
        <>
          {' '}
          and received <Amount value={refund} decimals={aptDecimals} symbol="APT" /> for freed storage
        </>
      )}
    </span>
  </p>
)
