import { ChangedAmount } from '#components/chain/changed-amount.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { AptosBalanceChange } from '#lib/aptos/transaction/contract.ts'
import { counted } from '#lib/format/amount.ts'
import { AccountLink } from './account-link.tsx'
import type { AptosNetwork } from './aptos-path.ts'
import { AssetLink } from './asset-link.tsx'
import { assetWords } from './asset-words.ts'

const ownersShown = 15
/** Assets of one owner. */
const changesShown = 6

/** Balance changes by account, in the order of the events. */
export const ChangesByAccount = ({
  changes,
  network,
}: {
  changes: readonly AptosBalanceChange[]
  network: AptosNetwork
}) => {
  const owners = [...Map.groupBy(changes, ({ owner_address }) => owner_address)]
  return (
    <ul className="divide-y divide-line">
      {owners.slice(0, ownersShown).map(([owner, own]) => (
        <li
          key={owner}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
        >
          <span className="flex min-w-0 items-center gap-1">
            <AccountLink address={owner} network={network} className="min-w-0" />
            <CopyButton value={owner} label="Copy address" />
          </span>
          <ul className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
            {own.slice(0, changesShown).map((change) => (
              <ChangeLine key={change.asset_id} change={change} network={network} />
            ))}
            {own.length > changesShown && (
              <li className="text-muted sm:text-right">and {counted(own.length - changesShown, 'more asset')}</li>
            )}
          </ul>
        </li>
      ))}
      {owners.length > ownersShown && (
        <li className="px-4 py-2.5 text-muted text-sm">
          {counted(owners.length - ownersShown, 'more account')} in the API response
        </li>
      )}
    </ul>
  )
}

const ChangeLine = ({ change, network }: { change: AptosBalanceChange; network: AptosNetwork }) => (
  <li className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 sm:justify-end">
    <ChangedAmount value={change.amount} decimals={change.decimals} className="wrap-anywhere min-w-0" />
    <span className="min-w-0 truncate">
      <AssetLink id={change.asset_id} {...assetWords(change)} network={network} />
    </span>
  </li>
)
