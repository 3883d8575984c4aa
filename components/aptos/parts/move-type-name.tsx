import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { type MoveType, parseMoveType, structName } from '#lib/aptos/api/format/move-type.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { AccountLink } from './account-link.tsx'
import { type AptosNetwork, aptosPath } from './aptos-path.ts'
import type { MoveNode } from './move-tree.ts'

/** The page of a module, by its short or long address. */
export const moduleHref = (
  { address, module }: { address: string; module: string },
  network: AptosNetwork,
  query?: Record<string, string | undefined>,
): string => aptosPath(aptosTabPaths.module({ address: aptosAddress(address) ?? address, module }), network, query)

const textMax = 300

/** A Move type whose structs link to the modules that define them. */
export const MoveTypeName = ({
  type,
  network,
  className,
  ...props
}: ComponentProps<'span'> & { type: string; network: AptosNetwork }) => {
  const parsed = type.length > textMax ? undefined : parseMoveType(type)
  const reference = /^&(mut )?/.exec(type)?.[0] ?? ''
  return (
    <span
      {...props}
      title={cutText(type, textMax)}
      className={classNames('wrap-anywhere font-mono text-xs', className)}
    >
      {parsed ? (
        <>
          {reference}
          <Parts type={parsed} network={network} />
        </>
      ) : (
        cutText(type, textMax)
      )}
    </span>
  )
}

const Parts = ({ type: { name, args }, network }: { type: MoveType; network: AptosNetwork }) => {
  const defined = structName(name)
  return (
    <>
      {defined ? (
        <Link
          href={`${moduleHref(defined, network)}#${defined.struct}`}
          className="underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {shortStruct(defined)}
        </Link>
      ) : (
        name
      )}
      {args.length > 0 && (
        <>
          {'<'}
          {args.map((arg, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments are identified by their place
            <span key={index}>
              {index > 0 && ', '}
              <Parts type={arg} network={network} />
            </span>
          ))}
          {'>'}
        </>
      )}
    </>
  )
}

const addressMax = 14

/** `0x8d2d7b…14c630::market::Store`: only a long address is cut. */
const shortStruct = ({ address, module, struct }: { address: string; module: string; struct: string }): string => {
  const short = address.length > addressMax ? `${address.slice(0, 8)}…${address.slice(-6)}` : address
  return `${short}::${module}::${struct}`
}

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
