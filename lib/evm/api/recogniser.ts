import { candidatesIn } from '#lib/format/candidates-in.ts'
import type { Candidate, LinkPart, Recogniser } from '#lib/format/recogniser.ts'
import { isHash, writtenHex, writtenNumber } from '#lib/format/written.ts'
import { caip2HexId, chainNamed, chainOfHost } from './chains.ts'
import { evmPaths } from './paths.ts'

/** Whether the hex text has 20 bytes. */
const isAddress = (hex: string): boolean => hex.length === 42

/** An address, a slash and a token id, as in a CAIP-19 asset. The largest id has 78 digits. */
const nftForm = /^(0x[0-9a-f]{40})\/(\d{1,78})$/i

const read = (text: string, chain?: string): Candidate[] => {
  const [, contract, tokenId] = nftForm.exec(text) ?? []
  if (contract !== undefined && tokenId !== undefined)
    return [{ kind: 'evm-nft', chain, value: contract.toLowerCase(), tokenId: BigInt(tokenId).toString() }]
  const hex = writtenHex(text)
  const number = writtenNumber(text)
  if (hex && isAddress(hex)) return [{ kind: 'evm-address', chain, value: hex }]
  if (hex && isHash(hex))
    return [
      { kind: 'evm-transaction', chain, value: hex },
      { kind: 'evm-block', chain, value: hex },
    ]
  return number ? [{ kind: 'evm-block', chain, value: number }] : []
}

/**
 * What a wallet is asked to pay or to call (EIP-681, with the prefix of EIP-831): the target, and the chain where the URI
 * names one. Without it the wallet's own chain applies, so none is named.
 */
const walletUri = /^ethereum:(?:[a-z]{1,16}-)?([^@/?\s]{3,255})(?:@(0x[0-9a-f]{1,13}|\d{1,16}))?(?:[/?].{0,2000})?$/i

const readUri = (text: string): Candidate[] | undefined => {
  const [, target = '', id] = walletUri.exec(text) ?? []
  const chain = id === undefined ? undefined : chainNamed(`eip155:${BigInt(id)}`)
  const hex = writtenHex(target)
  if (hex && isAddress(hex)) return [{ kind: 'evm-address', chain, value: hex }]
  const chainAlone = caip2HexId(text) === undefined ? undefined : chainNamed(text)
  return chainAlone === undefined ? undefined : [{ kind: 'evm-chain', chain: chainAlone, value: text.toLowerCase() }]
}

/** The words in paths of explorers, and the page of ours for each. */
const pages: Record<string, 'address' | 'token' | 'nft' | 'transaction' | 'block'> = {
  tx: 'transaction',
  txn: 'transaction',
  transaction: 'transaction',
  address: 'address',
  addr: 'address',
  account: 'address',
  contract: 'address',
  block: 'block',
  blocks: 'block',
  token: 'token',
  nft: 'nft',
}

/** The token id in a link: after `/nft/0x…/`, `/token/0x…/instance/`, or as `?a=`. */
const tokenIdOf = ({ word, url, segments, index }: LinkPart): string | undefined => {
  const page = pages[word]
  if (page === 'nft') return segments[index + 2]
  if (page !== 'token') return undefined
  return segments[index + 2] === 'instance' ? segments[index + 3] : (url.searchParams.get('a') ?? undefined)
}

const readLink = (part: LinkPart): Candidate[] => {
  const { word, value, chain } = part
  const page = Object.hasOwn(pages, word) ? pages[word] : undefined
  const hex = writtenHex(value)
  if (page === undefined) return []
  if (page === 'block') return read(value, chain).filter(({ kind }) => kind === 'evm-block')
  if (page === 'transaction') return hex && isHash(hex) ? [{ kind: 'evm-transaction', chain, value: hex }] : []
  if (!hex || !isAddress(hex)) return []
  if (page === 'address') return [{ kind: 'evm-address', chain, value: hex }]
  const tokenId = tokenIdOf(part) ?? ''
  // The largest id has 78 digits.
  if (/^\d{1,78}$/.test(tokenId)) return [{ kind: 'evm-nft', chain, value: hex, tokenId: BigInt(tokenId).toString() }]
  return [{ kind: 'evm-token', chain, value: hex }]
}

const path = ({ kind, value, chain: named, tokenId }: Candidate, elsewhere: string): string => {
  const chain = named || elsewhere
  if (kind === 'evm-nft' && tokenId !== undefined) return evmPaths.nft({ chain, address: value, tokenId })
  if (kind === 'evm-transaction') return evmPaths.transaction({ chain, hash: value })
  if (kind === 'evm-chain') return evmPaths.chain({ chain })
  if (kind === 'evm-token') return evmPaths.token({ chain, address: value })
  return kind === 'evm-block' ? evmPaths.block({ chain, block: value }) : evmPaths.wallet({ chain, address: value })
}

export const evmRecogniser: Recogniser = {
  family: 'evm',
  hasChains: true,
  chainNamed,
  chainOfLink: ({ hostname }) => chainOfHost(hostname),
  readUri,
  read,
  claims: (text) => nftForm.test(text) || isAddress(writtenHex(text) ?? ''),
  readLink,
  path,
  pathOnAll: ({ kind, value }) => (kind === 'evm-address' ? evmPaths.timeline({ address: value }) : undefined),
  titles: {
    'evm-address': 'Wallet or contract',
    'evm-token': 'Token contract',
    'evm-nft': 'NFT',
    'evm-transaction': 'Transaction',
    'evm-block': 'Block',
    'evm-chain': 'Blocks and transactions',
  },
}

/** What a text names on EVM chains. */
export const evmCandidates = (text: string): Candidate[] => candidatesIn([evmRecogniser], text)
