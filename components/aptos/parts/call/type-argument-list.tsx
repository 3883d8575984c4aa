import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { MoveTypeName } from '#components/aptos/parts/move/move-type-name.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

const typesShown = 20

/** The type arguments of a call, each with the name of its parameter: `T0`, `T1`… */
export const TypeArgumentList = ({ types, network }: { types: readonly string[]; network: AptosNetwork }) => (
  <ol className="grid gap-1">
    {types.slice(0, typesShown).map((type, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the types of a call never change
      <li key={index}>
        <span className="mr-2 text-muted text-xs">T{index}</span>
        <MoveTypeName type={type} network={network} />
      </li>
    ))}
    {types.length > typesShown && <li className="text-muted">{groupedNumber(types.length - typesShown)} more</li>}
  </ol>
)
