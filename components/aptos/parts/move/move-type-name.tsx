import type { ComponentProps } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { type MoveType, parseMoveType, structName } from '#lib/aptos/api/format/move-type.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { moduleHref } from './module-href.ts'

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
