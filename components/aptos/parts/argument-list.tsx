import { fieldsOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import { Link } from '#components/ui/link.tsx'
import { readAssetType } from '#lib/aptos/api/format/asset-type.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'
import { moveTree } from './move-tree.ts'
import { MoveTypeName, MoveValue } from './move-type-name.tsx'

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

/** An argument with what is known of its parameter. */
export type TypedArgument = { name: string | undefined; type: string | undefined; value: unknown }

const argumentsShown = 20
const nameMax = 128

/** The arguments of a call, each with the name and type of its parameter where they are known. */
export const ArgumentList = ({
  list,
  network,
  rest = 'in the raw payload',
}: {
  list: readonly TypedArgument[]
  network: AptosNetwork
  /** Where those are that are not shown. */
  rest?: string
}) => (
  <ol className="grid gap-1.5">
    {list.slice(0, argumentsShown).map(({ name, type, value }, index) => {
      const asset = assetOf(type, value)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the arguments of a call never change
        <li key={index} className="grid min-w-0 gap-x-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          <span className="wrap-anywhere flex flex-wrap gap-x-2 text-xs leading-5">
            {name === undefined ? (
              <span className="text-muted">argument {index + 1}</span>
            ) : (
              <span>{cutText(name, nameMax)}</span>
            )}
            {type !== undefined && <MoveTypeName type={type} network={network} className="text-muted leading-5" />}
          </span>
          <div className="flex min-w-0 flex-wrap gap-x-3">
            <MoveValue node={moveTree(value, type, [])} network={network} />
            {asset !== undefined && (
              <Link
                href={aptosPath(aptosTabPaths.asset({ type: asset }), network)}
                className="text-accent text-xs leading-5 underline underline-offset-2"
              >
                Asset
              </Link>
            )}
          </div>
        </li>
      )
    })}
    {list.length > argumentsShown && (
      <li className="text-muted">
        {groupedNumber(list.length - argumentsShown)} more arguments are {rest}
      </li>
    )}
  </ol>
)

/** The metadata object that an argument names. */
const assetOf = (type: string | undefined, value: unknown): string | undefined =>
  type === '0x1::object::Object<0x1::fungible_asset::Metadata>'
    ? readAssetType(jsonTextOf(fieldsOf(value).inner) ?? '')
    : undefined
