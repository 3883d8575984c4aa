import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractCallResult } from '#lib/evm/contract/calls-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { CallResult } from './call-result.tsx'

const textMax = 120

/** Calls that were kept, read again together with the newest one. */
export const KeptResults = ({
  chain,
  calls,
  results,
  decimals,
  hrefWithout,
}: {
  chain: string
  calls: readonly (readonly string[])[]
  /** Of the same calls, in their order. */
  results: readonly EvmContractCallResult[]
  decimals: string | undefined
  /** The page without the call at this place. */
  hrefWithout: (place: number) => string
}) => (
  <Panel title="Kept calls" aside="read at the same block">
    <ul className="divide-y divide-line">
      {calls.map(([name = '', ...values], place) => {
        const result = results[place]
        return (
          <li
            key={JSON.stringify([name, ...values])}
            className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-2.5 text-sm"
          >
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="wrap-anywhere font-mono text-xs">
                {cutText(name.slice(0, name.indexOf('(')) || name, textMax)}({cutText(values.join(', '), textMax)})
              </span>
              <Link
                href={hrefWithout(place)}
                keepScroll
                className="inline-flex min-h-6 items-center text-accent text-xs underline"
              >
                Remove
              </Link>
            </p>
            {result && <CallResult chain={chain} result={result} decimals={decimals} />}
          </li>
        )
      })}
    </ul>
  </Panel>
)
