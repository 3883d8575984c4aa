import tokenList from './token-list.json' with { type: 'json' }

/** A token of the bundled list; the address is lower-case hex. */
type ListedToken = { address: `0x${string}`; decimals: number; symbol: string; name: string }

/** Read once per chain: most installations serve one or two. */
const read = new Map<number, ReadonlyMap<string, ListedToken>>()

/** The bundled token list of a chain, by address: collected by tests/token-list/make-token-list.ts. */
export const listedTokens = (chain: number): ReadonlyMap<string, ListedToken> => {
  const known = read.get(chain)
  if (known) return known
  const lines = Object.entries(tokenList.chains).find(([id]) => Number(id) === chain)?.[1] ?? []
  const tokens = new Map(lines.map(tokenOf).map((token) => [token.address, token]))
  read.set(chain, tokens)
  return tokens
}

const tokenOf = (line: string): ListedToken => {
  const [address = '', decimals, symbol = '', name = ''] = line.split('\t')
  return { address: `0x${address.slice(2)}`, decimals: Number(decimals), symbol, name }
}
