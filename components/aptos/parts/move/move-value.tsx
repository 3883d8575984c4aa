import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { MoveNode } from './move-tree.ts'
import { MoveTypeName } from './move-type-name.tsx'

/** A Move value with the names and types of its fields; nested ones are indented. */
export const MoveValue = ({ node, network }: { node: MoveNode; network: AptosNetwork }) => {
  if (node.kind === 'none') return <span className="text-muted text-xs leading-5">none</span>
  if (node.kind === 'address')
    return <AccountLink address={node.address} network={network} className="min-w-0 text-xs leading-5" />
  if (node.kind === 'text')
    return (
      <span className="wrap-anywhere whitespace-pre-wrap font-mono text-xs leading-5">
        {node.text === '' ? <span className="text-muted">empty</span> : node.text}
      </span>
    )
  if (node.kind === 'items')
    return (
      <ol className="grid min-w-0 gap-1 border-line border-l pl-3">
        {node.items.length === 0 && node.more === 0 && <li className="text-muted text-xs leading-5">empty</li>}
        {node.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by their index
          <li key={index} className="flex min-w-0 gap-2">
            <span className="shrink-0 text-muted text-xs leading-5">{index}</span>
            <div className="min-w-0 grow">
              <MoveValue node={item} network={network} />
            </div>
          </li>
        ))}
        <More count={node.more} />
      </ol>
    )
  const variant = node.variant !== undefined && <span className="font-mono text-xs leading-5">{node.variant}</span>
  if (variant && node.fields.length === 0 && node.more === 0) return variant
  return (
    <ul className="grid min-w-0 gap-1 border-line border-l pl-3">
      {variant && <li className="wrap-anywhere">{variant}</li>}
      {node.fields.length === 0 && node.more === 0 && <li className="text-muted text-xs leading-5">no fields</li>}
      {node.fields.map(({ name, type, node: value }) => {
        const isNested =
          (value.kind === 'fields' && (value.fields.length > 0 || value.variant === undefined)) ||
          (value.kind === 'items' && value.items.length > 0)
        return (
          <li key={name} className={isNested ? 'min-w-0' : 'flex min-w-0 flex-wrap items-baseline gap-x-3'}>
            <span className="wrap-anywhere text-xs leading-5">
              {name} {type !== undefined && <MoveTypeName type={type} network={network} className="text-muted" />}
            </span>
            <div className={isNested ? 'mt-0.5 ml-1' : 'min-w-0'}>
              <MoveValue node={value} network={network} />
            </div>
          </li>
        )
      })}
      <More count={node.more} />
    </ul>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 && <li className="text-muted text-xs leading-5">{groupedNumber(count)} more in the API</li>
