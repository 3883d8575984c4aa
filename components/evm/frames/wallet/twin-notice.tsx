import { TriangleAlert } from 'lucide'
import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { transactionDealing } from '#lib/evm/api/format/transaction-dealing.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { twinIn } from '#lib/format/look-alike.ts'

/** Every digit in which an address differs from another of its length is underlined. */
const MarkedAddress = ({ address, other }: { address: string; other: string }) =>
  (address.match(/./g) ?? []).map((digit, place) =>
    digit === other[place] ? (
      digit
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
      <mark key={place} className="bg-transparent font-bold text-ink underline decoration-2 underline-offset-2">
        {digit}
      </mark>
    ),
  )

/**
 * Warns if the rows of the page contain an address similar to the wallet's. Rows do not show which of the two imitates
 * the other.
 */
export const TwinNotice = ({
  chain,
  wallet,
  rows,
}: {
  chain: string
  wallet: string
  rows: readonly ListedTransaction[]
}) => {
  const twin = twinIn(
    wallet,
    rows.map((row) => transactionDealing(row, wallet)),
  )
  if (twin === undefined) return null
  return (
    <div className="grid gap-1 border-line border-b bg-warn/10 px-4 py-3 text-sm">
      <p className="flex items-center gap-1.5">
        <Icon of={TriangleAlert} size={14} className="shrink-0 text-warn" />
        This address looks like another one in the rows loaded here. Compare every character before you copy either.
      </p>
      <p className="break-all font-mono text-muted">
        <MarkedAddress address={wallet} other={twin} />
      </p>
      <p className="break-all font-mono">
        <Link href={evmPaths.wallet({ chain, address: twin })} className="text-accent hover:underline">
          <MarkedAddress address={twin} other={wallet} />
        </Link>
      </p>
    </div>
  )
}
