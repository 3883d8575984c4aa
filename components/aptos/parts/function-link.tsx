import { Link } from '#components/ui/link.tsx'
import { structName } from '#lib/aptos/api/format/move-type.ts'
import type { AptosNetwork } from './aptos-path.ts'
import { moduleHref } from './move-type-name.tsx'

/** A function, which links to the page of its module. */
export const FunctionLink = ({ name, network }: { name: string; network: AptosNetwork }) => {
  const parts = structName(name)
  const text = <code className="break-all font-mono">{name}</code>
  return parts ? (
    <Link
      href={`${moduleHref(parts, network)}#${parts.struct}`}
      className="text-accent underline decoration-line underline-offset-2"
    >
      {text}
    </Link>
  ) : (
    text
  )
}
