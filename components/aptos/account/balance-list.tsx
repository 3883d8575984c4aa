import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { MoveTypeName } from '#components/aptos/parts/move-type-name.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { AptosAccountOverview, AptosBalance } from '#lib/aptos/account/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const symbolMax = 20
const nameMax = 60

/** The coins of an account; APT first. */
export const BalanceList = ({
  overview: { balances, balances_whole, is_whole },
  network,
}: {
  overview: AptosAccountOverview
  network: AptosNetwork
}) => (
  <>
    <ul className="divide-y divide-line">
      {balances.map((balance) => (
        <li
          key={balance.asset_type}
          className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="wrap-anywhere">{cutText(balance.name ?? 'Unnamed coin', nameMax)}</span>
            {balance.is_frozen && <Badge tone="warn">frozen</Badge>}
            <MoveTypeName type={balance.asset_type} network={network} className="text-muted" />
          </span>
          <span className="min-w-0 sm:text-right">
            <BalanceAmount balance={balance} amount={balance.amount} />
            {balance.coin_amount !== '0' && balance.fungible_amount !== '0' && (
              <span className="block text-muted text-xs">
                <BalanceAmount balance={balance} amount={balance.coin_amount} /> as a coin,{' '}
                <BalanceAmount balance={balance} amount={balance.fungible_amount} /> as a fungible asset
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
    {(!balances_whole || !is_whole) && (
      <p className="border-line border-t px-4 py-2.5 text-sm text-warn">
        This account has more coins than this server reads: some are missing here.
      </p>
    )}
    <BalanceNote />
  </>
)

/** Placeholder for the coins, as high as APT alone. */
export const BalanceListSkeleton = () => (
  <>
    <Skeleton className="mx-4 my-2.5 h-10.5 sm:h-5.5" />
    <BalanceNote />
  </>
)

const BalanceNote = () => (
  <p className="border-line border-t px-4 py-2.5 text-muted text-xs">
    Read from the account's own resources. Fungible assets that were never a coin are not among them.
  </p>
)

/** In the smallest unit where the decimals are unknown. */
const BalanceAmount = ({ balance: { symbol, decimals }, amount }: { balance: AptosBalance; amount: string }) =>
  decimals === null ? (
    <>{groupedNumber(amount)} units</>
  ) : (
    <Amount value={amount} decimals={decimals} symbol={cutText(symbol ?? '', symbolMax)} exact />
  )
