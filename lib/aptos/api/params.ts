import { Fault, type NamedPlace, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { longAddress } from '#lib/base/hex.ts'
import { aptosChainNames } from './chain-names.ts'
import { readAssetType } from './format/asset-type.ts'
import { idHashPattern, readIdHash } from './format/id-hash.ts'
import { aptosCandidates } from './recogniser.ts'

/** Reads what was pasted instead of an address, a hash or an id: the first meaning of one of these kinds. */
const pasted =
  (...kinds: readonly string[]): parameters.ReadPasted =>
  (raw) => {
    const found = aptosCandidates(raw).find(({ kind }) => kinds.includes(kind))
    if (!found) return undefined
    const isTestnet = found.chain === aptosChainNames.testnet
    return { value: found.value, ...(isTestnet && { place: onTestnet }) }
  }

const onTestnet: NamedPlace = { parameter: 'network', value: 'testnet', contradicts: (other) => other !== 'testnet' }

export const transactionHash = () => parameters.transactionHash(pasted('aptos-transaction'))

/** An account address, short (`0x1`) or long and in any case, parsed to the long form: 0x and 64 lower-case hex digits. */
export const address = () =>
  parameters.matching({
    type: 'address',
    accepts: '0x and 1 to 64 hex digits',
    pattern: '^0x[0-9a-fA-F]{1,64}$',
    fault: 'is not a valid Aptos address',
    pasted: pasted('aptos-account', 'aptos-creator'),
    read: longAddress,
  })

/** A public key as wallets write it: the bytes of the key, or of its BCS, in hex. */
export const publicKey = () =>
  parameters.matching({
    type: 'public key',
    accepts: '0x and an even number of hex digits, 4,400 at most',
    pattern: '^0x([0-9a-fA-F]{2}){32,2200}$',
    fault: 'is not a public key',
    read: (text) => text.toLowerCase(),
  })

/** A coin or fungible asset: the address of its metadata object, or the type of the coin. */
export const assetType = () =>
  parameter<string, string>(
    {
      type: 'asset type',
      accepts: 'the address of a metadata object, or a coin type such as 0x1::aptos_coin::AptosCoin',
      json: { type: 'string', maxLength: 1_000 },
    },
    (raw) =>
      (typeof raw === 'string' ? readAssetType(raw) : undefined) ?? new Fault('is not an address or a coin type'),
  )

/**
 * The id of a collection or token, a SHA-256 hash or the address of an object, with or without 0x and leading zeros; parsed to 64
 * lower-case hex digits.
 */
export const idHash = () =>
  parameters.matching({
    type: 'id hash',
    accepts: '64 hex digits, or 0x and 1 to 64 of them',
    pattern: idHashPattern,
    fault: 'is not an id hash',
    pasted: pasted('aptos-collection', 'aptos-token'),
    read: (text) => readIdHash(text) ?? text,
  })

/** A name of the Aptos Names Service, parsed to lower case. */
export const aptosName = () =>
  parameters.matching({
    type: 'Aptos name',
    accepts: 'a name such as alice.apt or pay.alice.apt',
    pattern: '^([A-Za-z0-9-]{3,63}\\.)?[A-Za-z0-9-]{3,63}\\.[aA][pP][tT]$',
    fault: 'is not a name',
    read: (text) => text.toLowerCase(),
  })

/** The name of a Move module or function. */
export const identifier = () =>
  parameters.matching({
    type: 'Move name',
    accepts: '1 to 128 letters, digits and underscores',
    pattern: '^[A-Za-z_]\\w{0,127}$',
    fault: 'is not the name of a module or function',
    read: (text) => text,
  })

/** A Move function with its module and address, parsed to the short address. */
export const functionName = () =>
  parameters.matching({
    type: 'Move function',
    accepts: 'an address, a module and a function such as 0x1::coin::balance',
    pattern: '^0x[0-9a-fA-F]{1,64}::[A-Za-z_]\\w{0,127}::[A-Za-z_]\\w{0,127}$',
    fault: 'is not the name of a function',
    read: (text) => text.replace(/^0x0*(?=[0-9a-fA-F])/, '0x'),
  })

/** A ledger version or block height (u64), parsed to decimal text. */
export const u64 = () =>
  parameter<string | number, string>(
    {
      type: 'integer',
      accepts: 'a whole number from 0 to 2^64 - 1',
      json: { type: 'string', pattern: '^[0-9]{1,20}$' },
    },
    (raw) => {
      if (!/^\d{1,20}$/.test(String(raw))) return new Fault('is not a whole number')
      const value = BigInt(String(raw))
      return value < 2n ** 64n ? value.toString() : new Fault('is out of range')
    },
  )

export const network = () =>
  parameters.oneOf(['mainnet', 'testnet']).optional().describe('The network. Default: the network of the base URL.')

/** The paging parameters of the NFT lists of the data API: `limit` is required there, and more than 100 is refused. */
export const paging = () => ({
  limit: parameters.integer({ min: 1, max: 100 }).describe('Records per page.'),
  offset: parameters.integer({ min: 0, max: 100 }).default(0).describe('Records to skip, on the first page only.'),
  cursor: parameters.cursor().optional().describe('The `cursor` of the previous response, to get the next page.'),
})

/** The paging parameters of our own lists, on a network. */
export const pageOf = (what: string) => ({
  network: network(),
  limit: parameters.pageSize({ fallback: 25, max: 100 }).describe(`The number of ${what}.`),
  cursor: parameters.cursor().optional().describe('The `cursor` of the previous response, to get the next page.'),
})

/** Search and order of a list of everything that is indexed; `what` is its plural noun. */
export const catalogOf = (what: string) => ({
  search: parameters.text({ max: 100 }).optional().describe('The beginning of a word of the name or symbol.'),
  sort: parameters
    .oneOf(['activity', 'newest'])
    .default('activity')
    .describe(
      `Both orders contain all ${what}. \`activity\`: most activity on \`day\` first, then those without any, newest first. ` +
        '`newest`: the latest first sighting first.',
    ),
  ...pageOf(what),
})

const listMax = 25

export const addresses = (description: string) =>
  parameters.list(address(), { min: 1, max: listMax }).describe(description)
export const ids = (description: string) => parameters.list(idHash(), { min: 1, max: listMax }).describe(description)

export const withTransactions = () =>
  parameters.boolean().default(false).describe('true includes all transactions of the block.')
