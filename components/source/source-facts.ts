import type { Exchange } from '#components/docs/exchange.ts'

const sources: Record<string, string> = {
  index: 'own index or node',
  hosted: 'hosted service',
  demo: 'demo ledger (invented)',
}

const agoOf = (iso: string | undefined, now: number): string => {
  if (iso === undefined) return ''
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1_000))
  const [count, unit] =
    seconds < 120
      ? [seconds, 's']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'min']
        : seconds < 172_800
          ? [Math.round(seconds / 3_600), 'h']
          : [Math.round(seconds / 86_400), 'days']
  return `, ${count} ${unit} old`
}

/** The source details in the headers of a response, as text. `now` in milliseconds. */
export const sourceFacts = (
  { headers }: Pick<Exchange, 'headers'>,
  now: number,
): { source: string; indexed: string; serverMs: string | undefined } => {
  const headerValues = new Map(headers)
  const source = headerValues.get('x-spyglass-source')
  const indexed = headerValues.get('x-spyglass-indexed')
  const elsewhere = source === 'hosted' ? 'not reported by the hosted service' : 'no index involved'
  return {
    source: source === undefined ? 'no response' : (sources[source] ?? source),
    indexed: indexed === undefined ? elsewhere : `${indexed}${agoOf(headerValues.get('x-spyglass-indexed-time'), now)}`,
    serverMs: /\btotal;dur=([\d.]+)/.exec(headerValues.get('server-timing') ?? '')?.[1],
  }
}
