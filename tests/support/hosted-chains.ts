import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodedTransaction, erc20Event, nftTransfer, plainTransaction } from '#lib/evm/api/examples.ts'

/** Behaviour of one chain of the service. */
export type ChainConduct = {
  /** Unix seconds of its transactions, newest first. */
  seconds: readonly number[]
  /** A hanging chain responds when the test lets it. */
  conduct: 'answers' | 'fails' | 'hangs'
  delayMs?: number
}

/** Lists of a wallet that the service has. */
export type HostedKind = 'transactions' | 'erc20' | 'nft'

/** The hash of a chain's transaction, by chain, list and position. */
export const hostedHash = (chain: string, place: number, kind: HostedKind = 'transactions'): string => {
  const name = kind === 'transactions' ? chain : `${chain}/${kind}`
  return `0x${Buffer.from(name).toString('hex').padEnd(40, '0').slice(0, 40)}${place.toString(16).padStart(24, '0')}`
}

/** A row of a chain's list at a time, which is its block number too. */
const rowAt = (pathname: string, chain: string, second: number, place: number) => {
  const block = { block_number: String(second), block_timestamp: new Date(second * 1_000).toISOString() }
  if (pathname.endsWith('/erc20/transfers'))
    return { ...erc20Event, ...block, transaction_hash: hostedHash(chain, place, 'erc20') }
  if (pathname.endsWith('/nft/transfers'))
    return { ...nftTransfer, ...block, transaction_hash: hostedHash(chain, place, 'nft') }
  const transaction = pathname.endsWith('/verbose') ? decodedTransaction : plainTransaction
  return { ...transaction, ...block, hash: hostedHash(chain, place) }
}

const boundOf = (text: string | null, otherwise: number): number =>
  text === null ? otherwise : Date.parse(/^[\d-]+T[\d:.]+$/.test(text) ? `${text}Z` : text) / 1_000

/** A real HTTP server with the API's lists of a wallet, where each chain behaves in its own way. */
export const startHostedChains = async (chains: Record<string, ChainConduct>) => {
  const seen: string[] = []
  const hanging = new Map<string, (() => void)[]>()
  const answer = (chain: string, { pathname, searchParams: query }: URL, response: ServerResponse) => {
    const limit = Number(query.get('limit') ?? 100)
    const from = Number(query.get('cursor') ?? 0)
    // For ERC20 transfers the API supports only block bounds.
    const isByBlock = pathname.endsWith('/erc20/transfers')
    const oldest = isByBlock ? 0 : boundOf(query.get('from_date'), Number(query.get('from_block') ?? 0))
    const last = Number(query.get('to_block') ?? Number.POSITIVE_INFINITY)
    const newest = isByBlock ? last : boundOf(query.get('to_date'), last)
    const rows = (chains[chain]?.seconds ?? [])
      .map((second, place) => ({ second, place }))
      .filter(({ second }) => second >= oldest && second <= newest)
    const result = rows.slice(from, from + limit).map(({ second, place }) => rowAt(pathname, chain, second, place))
    const cursor = from + limit < rows.length ? String(from + limit) : null
    const list = { total: null, page_size: limit, page: 1, cursor, result }
    const body = pathname.endsWith('/nft/transfers') ? { ...list, block_exists: true, index_complete: true } : list
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://hosted')
    if (url.pathname.startsWith('/api/explorer/')) return response.writeHead(404).end()
    const chain = url.searchParams.get('chain') ?? ''
    seen.push(chain)
    const { conduct, delayMs = 0 } = chains[chain] ?? { conduct: 'answers' }
    if (conduct === 'fails')
      return response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"message":"This chain is not served any more."}')
    if (conduct === 'answers') return setTimeout(answer, delayMs, chain, url, response)
    hanging.set(chain, [...(hanging.get(chain) ?? []), () => answer(chain, url, response)])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The chain of every request so far. */
    seen,
    /** Changes the behaviour of a chain; hanging requests are answered. */
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
