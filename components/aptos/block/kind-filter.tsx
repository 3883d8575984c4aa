import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChoiceLink } from '#components/aptos/parts/choice-link.tsx'
import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type KindFilterProps = {
  height: string
  network: AptosNetwork
  kinds: readonly { type: string; count: number }[]
  chosen: string | undefined
}

/** Filters a block's list by kind of transaction. Each choice is a URL. */
export const KindFilter = ({ height, network, kinds, chosen }: KindFilterProps) => {
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  const choices = [
    { type: undefined, title: 'All', count: total },
    ...kinds.map(({ type, count }) => ({ type, title: transactionKind(type).title, count })),
  ]
  return (
    <nav aria-label="Kinds of transaction" className="overflow-x-auto border-line border-b px-4 py-2">
      <ul className="flex gap-2">
        {choices.map(({ type, title, count }) => (
          <li key={title}>
            <ChoiceLink
              href={aptosPath(aptosPaths.block({ height }), network, { type })}
              keepScroll
              aria-current={type === chosen ? 'true' : undefined}
              className="whitespace-nowrap"
            >
              {title} <span className="text-xs">{groupedNumber(count)}</span>
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
