import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { AssetLink } from '#components/aptos/parts/asset-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import type { AptosBalanceChange, AptosBalanceChanges } from '#lib/aptos/contract/transaction.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

const ownersShown = 15
/** Assets of one owner. */
const changesShown = 6
const nameMax = 40
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
}) => {
  const owners = [...Map.groupBy(data?.result ?? [], ({ owner_address }) => owner_address)]
  return (
    <Panel title="Balance changes" aside={<SourceLink title="Balance changes" call={call} />}>
      {fault && <FaultState {...fault} />}
      {data && owners.length === 0 && (
        <EmptyState title="No balance changes">
          {data.gas ? 'Besides gas, no coins or fungible assets moved.' : 'No coins or fungible assets moved.'}
        </EmptyState>
      )}
      <ul>
        {owners.slice(0, ownersShown).map(([owner, changes]) => (
          <Row key={owner} owner={owner} network={network}>
            {changes.slice(0, changesShown).map((change) => (
              <ChangeLine key={change.asset_id} change={change} network={network} />
            ))}
            {changes.length > changesShown && (
              <li className="text-muted">and {counted(changes.length - changesShown, 'more asset')}</li>
            )}
          </Row>
        ))}
      </ul>
      {owners.length > ownersShown && (
        <Note>{counted(owners.length - ownersShown, 'more account')} in the API response.</Note>
      )}
      {data && data.unattributed > 0 && (
        <Note>
          {groupedNumber(data.unattributed)}{' '}
          {data.unattributed === 1 ? 'deposit or withdrawal is' : 'deposits and withdrawals are'} not included: the
          transaction does not show whose they are.
        </Note>
      )}
      {data?.gas && <GasLine gas={data.gas} network={network} />}
    </Panel>
  )
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className="border-line border-t px-4 py-2.5 text-muted text-sm">{children}</p>
)

const Row = ({ owner, network, children }: { owner: string; network: AptosNetwork; children: React.ReactNode }) => (
  <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-b px-4 py-2.5 text-sm last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
    <span className="flex min-w-0 items-center gap-1">
      <AccountLink address={owner} network={network} className="min-w-0" />
      <CopyButton value={owner} label="Copy address" />
    </span>
    <ul className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">{children}</ul>
  </li>
)

const ChangeLine = ({
  change: { asset_id, asset_type, symbol, name, decimals, amount },
  network,
}: {
  change: AptosBalanceChange
  network: AptosNetwork
}) => (
  <li className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 sm:justify-end">
    <span className={classNames('shrink-0', amount.startsWith('-') ? 'text-bad' : 'text-good')}>
      {!amount.startsWith('-') && '+'}
      <Amount value={amount} decimals={decimals} />
    </span>
    <span className="min-w-0 truncate">
      <AssetLink
        id={asset_id}
        symbol={cutText(symbol ?? '', nameMax)}
        name={cutText(name ?? asset_type, nameMax)}
        network={network}
      />
    </span>
  </li>
)

const GasLine = ({ gas, network }: { gas: NonNullable<AptosBalanceChanges['gas']>; network: AptosNetwork }) => (
  <div className="flex flex-wrap items-baseline gap-x-1.5 border-line border-t bg-sunken px-4 py-2.5 text-muted text-sm">
    <span>Gas of</span>
    <Amount value={gas.fee} decimals={aptDecimals} symbol="APT" />
    {gas.refund !== '0' && (
      <span>
        , less a storage refund of <Amount value={gas.refund} decimals={aptDecimals} symbol="APT" />,
      </span>
    )}
    <span>was paid by</span>
    <AccountLink address={gas.payer_address} network={network} className="min-w-0" />
  </div>
)
