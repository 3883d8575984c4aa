import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainTransaction } from '#lib/evm/contract/examples.ts'

/** How one chain of the service answers. */
export type ChainConduct = {
  /** Unix seconds of its transactions, newest first. */
  seconds: readonly number[]
  /** hang: until the test lets it go. */
  conduct: 'answers' | 'fails' | 'hangs'
  delayMs?: number
}

/** The hash of a chain's transaction: by chain and place in its list. */
export const hostedHash = (chain: string, place: number): string =>
  `0x${Buffer.from(chain).toString('hex').padEnd(40, '0').slice(0, 40)}${place.toString(16).padStart(24, '0')}`

const boundOf = (text: string | null, otherwise: number): number =>
  text === null ? otherwise : Date.parse(/^[\d-]+T[\d:.]+$/.test(text) ? `${text}Z` : text) / 1_000

/** A real HTTP server that speaks the interface's list of a wallet's transactions, each chain in its own way. */
export const startHostedChains = async (chains: Record<string, ChainConduct>) => {
  const seen: string[] = []
  const hanging = new Map<string, (() => void)[]>()
  const answer = (chain: string, query: URLSearchParams, response: ServerResponse) => {
    const limit = Number(query.get('limit') ?? 100)
    const from = Number(query.get('cursor') ?? 0)
    const oldest = boundOf(query.get('from_date'), 0)
    const newest = boundOf(query.get('to_date'), Number.POSITIVE_INFINITY)
    const rows = (chains[chain]?.seconds ?? [])
      .map((second, place) => ({ second, place }))
      .filter(({ second }) => second >= oldest && second <= newest)
    const result = rows.slice(from, from + limit).map(({ second, place }) => ({
      ...plainTransaction,
      hash: hostedHash(chain, place),
      block_number: String(second),
      block_timestamp: new Date(second * 1_000).toISOString(),
    }))
    const cursor = from + limit < rows.length ? String(from + limit) : null
    const body = { total: null, page_size: limit, page: 1, cursor, result }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://hosted')
    const chain = searchParams.get('chain') ?? ''
    seen.push(chain)
    const { conduct, delayMs = 0 } = chains[chain] ?? { conduct: 'answers' }
    if (conduct === 'fails')
      return response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"message":"This chain is not served any more."}')
    if (conduct === 'answers') return setTimeout(answer, delayMs, chain, searchParams, response)
    hanging.set(chain, [...(hanging.get(chain) ?? []), () => answer(chain, searchParams, response)])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The chain of every request so far. */
    seen,
    /** From now on the chain behaves like this; what hangs is answered. */
    become: (chain: string, conduct: ChainConduct['conduct']) => {
      const known = chains[chain]
      if (known) known.conduct = conduct
      for (const letGo of hanging.get(chain) ?? []) letGo()
      hanging.delete(chain)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
