import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { Suspicion } from '#lib/format/look-alike.ts'
import { relationText } from './relation-text.ts'

/** Digits shown on both sides of the ellipsis. */
const differingShown = 2

const sharedHead = (one: string, other: string): number => {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
const reversed = (text: string): string => [...text].reverse().join('')

const Differing = (props: { children: string }) => (
  <mark className="bg-transparent font-bold text-ink underline decoration-2 underline-offset-2" {...props} />
)

/** An address shortened to its two ends, as people compare it, with the first differing characters underlined. */
const Ends = ({ address, other }: { address: string; other: string }) => {
  const head = sharedHead(address, other)
  const tail = sharedHead(reversed(address), reversed(other))
  return (
    <>
      {address.slice(0, head)}
      <Differing>{address.slice(head, head + differingShown)}</Differing>…
      <Differing>{address.slice(-tail - differingShown, -tail)}</Differing>
      {address.slice(-tail)}
    </>
  )
}

const lineClass = 'block truncate font-mono'

/** A look-alike above the address that it imitates, in one row's height, with the differences marked in both. */
export const LookAlike = ({
  chain,
  address,
  imitated,
}: {
  chain: string
  address: string
  imitated: NonNullable<Suspicion['imitated']>
}) => (
  <span className="grid min-w-0 text-xs leading-4 max-lg:tracking-tighter">
    <Link
      href={evmPaths.wallet({ chain, address })}
      title={address}
      className={classNames(lineClass, 'text-accent hover:underline')}
    >
      <Ends address={address} other={imitated.address} />
    </Link>
    <span
      title={`Not ${imitated.address}, ${relationText[imitated.relation]}, among the rows loaded here`}
      className={classNames(lineClass, 'text-muted')}
    >
      <span className="sr-only">is not </span>
      <Ends address={imitated.address} other={address} />
    </span>
  </span>
)
