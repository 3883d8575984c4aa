import { withoutLeading, withoutTrailing } from './trim-characters.ts'

/**
 * What a text that somebody pasted may be. `chain` is an EVM chain's name and left out where the text does not say;
 * addresses and hashes are lower case with 0x, numbers decimal text without leading zeros.
 */
export type Candidate =
  | { kind: 'evm-address'; chain?: string; value: string }
  | { kind: 'evm-token'; chain?: string; value: string }
  /** A token of a contract: `value` is the contract's address, `tokenId` decimal text. */
  | { kind: 'evm-nft'; chain?: string; value: string; tokenId: string }
  | { kind: 'evm-transaction'; chain?: string; value: string }
  /** A number or a hash. */
  | { kind: 'evm-block'; chain?: string; value: string }
  | { kind: 'aptos-account'; value: string }
  /** A version or a hash. */
  | { kind: 'aptos-transaction'; value: string }
  | { kind: 'aptos-block'; value: string }
  /** An id, with 0x. */
  | { kind: 'aptos-collection'; value: string }
  | { kind: 'aptos-token'; value: string }
  | { kind: 'aptos-creator'; value: string }

const lengthMax = 2_048

/** Names before a colon or as a first path segment, beside the chains' own: the short names of EIP-3770 and common ones. */
const chainAliases: Record<string, string> = {
  ethereum: 'eth',
  mainnet: 'eth',
  gor: 'goerli',
  sep: 'sepolia',
  matic: 'polygon',
  pol: 'polygon',
  maticmum: 'mumbai',
  bnb: 'bsc',
  bnbt: 'bsc testnet',
  avax: 'avalanche',
  ftm: 'fantom',
  cro: 'cronos',
  arb: 'arbitrum',
  arb1: 'arbitrum',
  apt: 'aptos',
}
const chains = [
  ...['eth', 'goerli', 'sepolia', 'polygon', 'mumbai', 'bsc', 'bsc testnet', 'avalanche', 'fantom', 'palm', 'cronos'],
  ...['arbitrum', 'local', 'demo', 'aptos'],
]

/** Explorers whose host says the chain; a subdomain of the list's host matches after its own entry. */
const hosts: Record<string, string> = {
  'goerli.etherscan.io': 'goerli',
  'sepolia.etherscan.io': 'sepolia',
  'etherscan.io': 'eth',
  'mumbai.polygonscan.com': 'mumbai',
  'polygonscan.com': 'polygon',
  'testnet.bscscan.com': 'bsc testnet',
  'bscscan.com': 'bsc',
  'snowtrace.io': 'avalanche',
  'snowscan.xyz': 'avalanche',
  'ftmscan.com': 'fantom',
  'cronoscan.com': 'cronos',
  'arbiscan.io': 'arbitrum',
  'eth.blockscout.com': 'eth',
  'eth-sepolia.blockscout.com': 'sepolia',
  'polygon.blockscout.com': 'polygon',
  'arbitrum.blockscout.com': 'arbitrum',
  'explorer.palm.io': 'palm',
  'explorer.aptoslabs.com': 'aptos',
  'aptoscan.com': 'aptos',
}

const chainOf = (name: string): string | undefined => {
  const written = name.toLowerCase().replaceAll('-', ' ')
  return chains.includes(written) ? written : chainAliases[written]
}

const chainOfHost = (host: string): string | undefined =>
  Object.entries(hosts).find(([known]) => host === known || host.endsWith(`.${known}`))?.[1]

/** Hex with 0x in lower case, when the text is that; a bare run of 40 or 64 digits counts too. */
const hexOf = (text: string): string | undefined => {
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return text.toLowerCase()
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text) ? `0x${text.toLowerCase()}` : undefined
}

/** A number as people write it: `17715655`, `17,715,655`, `#17715655`. Unsigned 64 bits have at most 20 digits. */
const numberOf = (text: string): string | undefined => {
  const digits = text.replace(/^#/, '').replace(/[,_'\s](?=\d{3})/g, '')
  return /^\d{1,20}$/.test(digits) ? BigInt(digits).toString() : undefined
}

const isAddress = (hex: string) => hex.length === 42
const isHash = (hex: string) => hex.length === 66

const onEvm = (text: string, chain: string | undefined): Candidate[] => {
  const hex = hexOf(text)
  const number = numberOf(text)
  if (hex && isAddress(hex)) return [{ kind: 'evm-address', chain, value: hex }]
  if (hex && isHash(hex))
    return [
      { kind: 'evm-transaction', chain, value: hex },
      { kind: 'evm-block', chain, value: hex },
    ]
  return number ? [{ kind: 'evm-block', chain, value: number }] : []
}

const onAptos = (text: string): Candidate[] => {
  const hex = hexOf(text)
  const number = numberOf(text)
  if (hex && isHash(hex))
    return [
      { kind: 'aptos-account', value: hex },
      { kind: 'aptos-transaction', value: hex },
      { kind: 'aptos-collection', value: hex },
      { kind: 'aptos-token', value: hex },
    ]
  if (hex) return [{ kind: 'aptos-account', value: hex }]
  if (!number) return []
  return [
    { kind: 'aptos-transaction', value: number },
    { kind: 'aptos-block', value: number },
  ]
}

const onAny = (text: string): Candidate[] => {
  const hex = hexOf(text)
  // Twenty bytes are an EVM address; an Aptos one that short is possible and never met.
  if (hex && isAddress(hex)) return onEvm(text, undefined)
  return [...onEvm(text, undefined), ...onAptos(text)]
}

/** The words of other explorers' paths, and which page of ours each one means. */
const words: Record<
  string,
  { evm?: 'address' | 'token' | 'nft' | 'transaction' | 'block'; aptos?: Candidate['kind'] }
> = {
  tx: { evm: 'transaction', aptos: 'aptos-transaction' },
  txn: { evm: 'transaction', aptos: 'aptos-transaction' },
  transaction: { evm: 'transaction', aptos: 'aptos-transaction' },
  address: { evm: 'address', aptos: 'aptos-account' },
  addr: { evm: 'address' },
  account: { evm: 'address', aptos: 'aptos-account' },
  object: { aptos: 'aptos-account' },
  block: { evm: 'block', aptos: 'aptos-block' },
  blocks: { evm: 'block', aptos: 'aptos-block' },
  token: { evm: 'token', aptos: 'aptos-token' },
  nft: { evm: 'nft' },
  collection: { aptos: 'aptos-collection' },
  creator: { aptos: 'aptos-creator' },
}

const aptosPage = (kind: Candidate['kind'], value: string): Candidate[] => {
  const hex = hexOf(value)
  const number = numberOf(value)
  if (kind === 'aptos-account' || kind === 'aptos-creator') return hex ? [{ kind, value: hex }] : []
  if (kind === 'aptos-collection' || kind === 'aptos-token') return hex && isHash(hex) ? [{ kind, value: hex }] : []
  if (kind === 'aptos-transaction') return number || (hex && isHash(hex)) ? [{ kind, value: number ?? hex ?? '' }] : []
  return kind === 'aptos-block' && number ? [{ kind, value: number }] : []
}

const evmPage = (page: string, value: string, chain: string | undefined, tokenId = ''): Candidate[] => {
  const hex = hexOf(value)
  if (page === 'block') return onEvm(value, chain).filter(({ kind }) => kind === 'evm-block')
  if (page === 'transaction') return hex && isHash(hex) ? [{ kind: 'evm-transaction', chain, value: hex }] : []
  if (!hex || !isAddress(hex)) return []
  if (page === 'address') return [{ kind: 'evm-address', chain, value: hex }]
  // The largest id has 78 digits.
  if (/^\d{1,78}$/.test(tokenId)) return [{ kind: 'evm-nft', chain, value: hex, tokenId: BigInt(tokenId).toString() }]
  return [{ kind: 'evm-token', chain, value: hex }]
}

/** Where a link says which token of a contract it is about: after `/nft/0x…/`, `/token/0x…/instance/`, or as `?a=`. */
const tokenIdOf = (page: string, url: URL, segments: readonly string[], index: number): string | undefined => {
  if (page === 'nft') return segments[index + 2]
  if (page !== 'token') return undefined
  return segments[index + 2] === 'instance' ? segments[index + 3] : (url.searchParams.get('a') ?? undefined)
}

const fromUrl = (text: string): Candidate[] | undefined => {
  if (!/^(https?:\/\/|\/|[\w-]+(\.[\w-]+)+\/)/i.test(text)) return undefined
  const url = URL.parse(
    /^https?:/i.test(text) ? text : `https://${text.startsWith('/') ? `this.invalid${text}` : text}`,
  )
  if (url === null) return undefined
  const segments = url.pathname.split('/').filter(Boolean)
  const chain = chainOfHost(url.hostname) ?? chainOf(segments[0] ?? '')
  for (const [index, segment] of segments.entries()) {
    const page = words[segment.toLowerCase()]
    const value = segments[index + 1]
    if (page === undefined || value === undefined) continue
    // `txn` is Aptos's own word: on an unknown host it decides.
    const isAptos = chain === 'aptos' || (chain === undefined && /^(txn|object|collection|creator)$/i.test(segment))
    const found = isAptos
      ? page.aptos && aptosPage(page.aptos, value)
      : page.evm && evmPage(page.evm, value, chain, tokenIdOf(page.evm, url, segments, index))
    if (found && found.length > 0) return found
  }
  return []
}

/**
 * Reads an address, hash, number, any of them after a chain's name (`eth:0x…`), or a link to a page of this or another
 * explorer. The likeliest comes first; several candidates mean that the text alone does not tell.
 */
export const recognise = (text: string): Candidate[] => {
  const trimmed = withoutTrailing(withoutLeading(text.trim(), `"'<(`), `"'>),;.`)
  if (trimmed === '' || trimmed.length > lengthMax) return []
  const link = fromUrl(trimmed)
  if (link) return link
  const [, prefix, rest] = /^([a-z][a-z0-9 -]{1,15}):\s*(\S.*)$/i.exec(trimmed) ?? []
  const chain = prefix === undefined ? undefined : chainOf(prefix)
  if (chain !== undefined && rest !== undefined) return chain === 'aptos' ? onAptos(rest) : onEvm(rest, chain)
  return onAny(trimmed)
}
