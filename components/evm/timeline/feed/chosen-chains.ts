import { pathSegment } from '#lib/api/page-path.ts'

type Named = { chain: string }

/** The chains named in a URL (`eth,bsc-testnet`); all chains if none of them is served. */
export const chosenChains = (text: string | null | undefined, served: readonly Named[]): string[] => {
  const named = new Set(text?.toLowerCase().split(','))
  const chosen = served.filter(({ chain }) => named.has(pathSegment(chain)))
  return (chosen.length > 0 ? chosen : served).map(({ chain }) => chain)
}

/** As in the URL; undefined for all chains, or none. */
export const chosenText = (chosen: ReadonlySet<string>, served: readonly Named[]): string | undefined => {
  const names = served.filter(({ chain }) => chosen.has(chain)).map(({ chain }) => pathSegment(chain))
  return names.length === 0 || names.length === served.length ? undefined : names.join(',')
}
