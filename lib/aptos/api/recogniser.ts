import { candidatesIn } from '#lib/format/candidates-in.ts'
import type { Candidate, LinkPart, Recogniser } from '#lib/format/recogniser.ts'
import { isHash, writtenHex, writtenNumber } from '#lib/format/written.ts'
import { aptosChainNames } from './chain-names.ts'
import { parseAptosName } from './format/aptos-name.ts'
import { readIdHash } from './format/id-hash.ts'
import { aptosPaths } from './paths.ts'

const { mainnet, testnet } = aptosChainNames
/** Also as CAIP-2 ids. */
const names: Record<string, string> = {
  aptos: mainnet,
  apt: mainnet,
  'aptos:1': mainnet,
  [testnet]: testnet,
  'aptos:2': testnet,
}
const hosts = ['explorer.aptoslabs.com', 'aptoscan.com']
const networks: ReadonlySet<string | null> = new Set(['mainnet', 'testnet'])

/** Only the testnet is named: the pages of the other network do not say it either. */
const onNetwork = (candidates: Candidate[], chain: string | undefined): Candidate[] =>
  chain === testnet ? candidates.map((candidate) => ({ ...candidate, chain })) : candidates

const readId = (text: string): Candidate[] => {
  if (parseAptosName(text)) return [{ kind: 'aptos-name', value: text.toLowerCase() }]
  const hex = objectAddress(text) ?? writtenHex(text)
  const number = writtenNumber(text)
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

/** The long form of an address or hash that is longer than those of other chains: nodes omit its leading zeros. */
const objectAddress = (text: string): string | undefined => {
  const id = text.length > '0x'.length + 40 ? readIdHash(text) : undefined
  return id && `0x${id}`
}

/** Segments of explorer paths and their meaning. */
const pages: Record<string, string> = {
  tx: 'aptos-transaction',
  txn: 'aptos-transaction',
  transaction: 'aptos-transaction',
  address: 'aptos-account',
  account: 'aptos-account',
  validator: 'aptos-account',
  block: 'aptos-block',
  blocks: 'aptos-block',
  token: 'aptos-token',
  collection: 'aptos-collection',
  creator: 'aptos-creator',
}

const read = (text: string, chain?: string): Candidate[] => onNetwork(readId(text), chain)

const readLink = ({ word, value, chain, url }: LinkPart): Candidate[] =>
  onNetwork(readPage(word, value), url.searchParams.get('network') === 'testnet' ? testnet : chain)

const readPage = (word: string, value: string): Candidate[] => {
  // An object is anything that has an address.
  if (word === 'object') return ['collection', 'token', 'account'].flatMap((page) => readPage(page, value))
  const kind = Object.hasOwn(pages, word) ? pages[word] : undefined
  const hex = writtenHex(value)
  const number = writtenNumber(value)
  if (kind === 'aptos-account' || kind === 'aptos-creator') return hex ? [{ kind, value: hex }] : []
  if (kind === 'aptos-collection' || kind === 'aptos-token') {
    const id = readIdHash(value)
    return id ? [{ kind, value: `0x${id}` }] : []
  }
  if (kind === 'aptos-transaction') return number || (hex && isHash(hex)) ? [{ kind, value: number ?? hex ?? '' }] : []
  return kind === 'aptos-block' && number ? [{ kind, value: number }] : []
}

/** An id in the interface's format, without 0x. */
const idOf = (hex: string): string => hex.replace(/^0x/, '')

const path = (candidate: Candidate): string =>
  candidate.chain === testnet ? `${mainnetPath(candidate)}?network=testnet` : mainnetPath(candidate)

const mainnetPath = ({ kind, value }: Candidate): string => {
  // The page of an account resolves names.
  if (kind === 'aptos-account' || kind === 'aptos-name') return aptosPaths.account({ address: value })
  if (kind === 'aptos-transaction') return aptosPaths.transaction({ version: value })
  if (kind === 'aptos-creator') return aptosPaths.creator({ address: value })
  if (kind === 'aptos-collection') return aptosPaths.collection({ id: idOf(value) })
  return kind === 'aptos-token' ? aptosPaths.token({ id: idOf(value) }) : aptosPaths.block({ height: value })
}

export const aptosRecogniser: Recogniser = {
  family: 'aptos',
  hasChains: false,
  chainNamed: (name) => (Object.hasOwn(names, name.toLowerCase()) ? names[name.toLowerCase()] : undefined),
  // Aptos Explorer names the network in each link, and `readLink` reads it.
  chainOfLink: ({ hostname: host, searchParams }) =>
    hosts.some((known) => host === known || host.endsWith(`.${known}`)) || networks.has(searchParams.get('network'))
      ? mainnet
      : undefined,
  read,
  readLink,
  ownWords: new Set(['txn', 'object', 'collection', 'creator', 'coin', 'fungible_asset', 'validator']),
  path,
  titles: {
    'aptos-account': 'Aptos account',
    'aptos-name': 'Aptos account',
    'aptos-transaction': 'Aptos transaction',
    'aptos-block': 'Aptos block',
    'aptos-collection': 'Aptos collection',
    'aptos-token': 'Aptos token',
    'aptos-creator': 'Aptos creator',
  },
}

/** What a text names on Aptos. */
export const aptosCandidates = (text: string): Candidate[] => candidatesIn([aptosRecogniser], text)
