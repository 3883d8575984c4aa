import { TriangleAlert } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'

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

/** An address that the list's own rows show beside this one. Which of them imitates the other, the rows do not say. */
export const TwinNotice = ({ chain, wallet, twin }: { chain: string; wallet: string; twin: string }) => (
  <div className="grid gap-1 border-line border-b bg-warn/10 px-4 py-3 text-sm">
    <p className="flex items-center gap-1.5">
      <TriangleAlert size={14} aria-hidden className="shrink-0 text-warn" />
      This address looks like another one that stands in the rows loaded here. Compare every character before you copy
      either.
    </p>
    <p className="break-all font-mono text-muted">
      <MarkedAddress address={wallet} other={twin} />
    </p>
    <p className="break-all font-mono">
      <Link href={explorerPath.address(chain, twin)} className="text-accent hover:underline">
        <MarkedAddress address={twin} other={wallet} />
      </Link>
    </p>
  </div>
)
