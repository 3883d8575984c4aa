import { Fault, type NamedPlace, type ParameterFacts, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { hexNumber } from '#lib/base/hex.ts'
import { visibleText, withoutWrapping } from '#lib/format/visible-text.ts'
import { writtenNumber } from '#lib/format/written.ts'
import { chainNamed, findChain, knownEvmChains } from './chains.ts'
import { evmCandidates } from './recogniser.ts'

const chainNames = (): string[] => knownEvmChains().map(({ name }) => name)
const chainIds = (): string[] => knownEvmChains().flatMap(({ id }) => (id === 0 ? [] : [hexNumber(id)]))

/** Read lazily: the operator's chains are only known after the configuration is read. */
const chainFacts: ParameterFacts = {
  type: 'chain',
  get accepts() {
    return `one of ${chainNames().join(', ')}, or a chain's id such as 0x1 or eip155:1`
  },
  get json() {
    return { type: 'string', examples: [...chainNames(), ...chainIds()] }
  },
}

/** A chain of the table by name, alias or id, parsed to its name; any other id (a devnet's) is passed on as hex, for the server to find. */
const oneChain = () =>
  parameter<string, string>(chainFacts, (raw) => {
    if (typeof raw !== 'string') return new Fault('is not a known chain')
    const text = visibleText(raw).trim()
    const id = /^0x[0-9a-f]{1,13}$/i.test(text) ? hexNumber(BigInt(text)) : undefined
    return chainNamed(id ?? text) ?? id ?? new Fault('is not a known chain')
  })

export const requiredChain = () => oneChain().describe('The chain, by name or hex id.')

const chainsMax = 100

/** Chains to ask one after the other. */
export const chains = () =>
  parameters
    .list(oneChain(), { max: chainsMax })
    .optional()
    .describe('The chains, by name or hex id, in this order. Default: all that are served.')

export const chain = () =>
  oneChain()
    .optional()
    .describe('The chain, by name or hex id. Default: eth if it is served, otherwise the first served chain.')

/** The server knows the id of a devnet; here it may be any. */
const isDevnetById = (name: unknown, other: string): boolean =>
  typeof name === 'string' && findChain(name)?.id === 0 && other.startsWith('0x')

const placeOn = (chain: string): NamedPlace => ({
  parameter: 'chain',
  value: chain,
  contradicts: (other) => other !== chain && !isDevnetById(other, chain),
})

/** Reads what was pasted instead of an address, a hash or a block: the first meaning of one of these kinds. */
const pasted =
  (...kinds: readonly string[]): parameters.ReadPasted =>
  (raw) => {
    const found = evmCandidates(raw).find(({ kind }) => kinds.includes(kind))
    return found && { value: found.value, ...(found.chain !== undefined && { place: placeOn(found.chain) }) }
  }

const pastedBlock = pasted('evm-block')

/** The hash of a transaction, in any case, parsed to lower case. */
export const transactionHash = () => parameters.transactionHash(pasted('evm-transaction'))

/** 20 bytes in hex, in any case, parsed to lower case. */
export const address = () =>
  parameters.matching({
    type: 'address',
    accepts: '0x and 40 hex digits',
    pattern: '^0x[0-9a-fA-F]{40}$',
    fault: 'is not a valid hex address',
    read: (text) => text.toLowerCase(),
    pasted: pasted('evm-address', 'evm-token', 'evm-nft'),
  })

/** A uint256 as decimal text or as 0x and hex digits, whatever `format` the response has; parsed to decimal text. */
export const tokenId = () =>
  parameter<string, string>(
    {
      type: 'token id',
      accepts: 'a decimal number or 0x and hex digits, below 2^256',
      json: { type: 'string', pattern: '^([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$' },
    },
    (raw) => {
      const text = typeof raw === 'string' ? withoutWrapping(raw) : ''
      const written = evmCandidates(text).find(({ tokenId }) => tokenId)?.tokenId ?? text
      if (!/^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(written)) return new Fault('is not a token id')
      const id = BigInt(written)
      return id < 2n ** 256n ? id.toString() : new Fault('is out of range')
    },
  )

const blockForm = /^([0-9]{1,15}|0x[0-9a-fA-F]{64})$/

/** A block number (parsed to decimal text) or a block hash (parsed to lower case). */
export const blockNumberOrHash = () =>
  parameter<string | number, string>(
    {
      type: 'block',
      accepts: 'a block number, or 0x and the 64 hex digits of a block hash',
      json: { type: 'string', pattern: blockForm.source },
      placeOf: (raw) => (blockForm.test(raw) ? undefined : pastedBlock(raw)?.place),
    },
    (raw) => {
      const text = String(raw)
      const written = blockForm.test(text) ? text : (pastedBlock(text)?.value ?? '')
      if (!blockForm.test(written)) return new Fault('is not a block number or block hash')
      return written.startsWith('0x') ? written.toLowerCase() : String(Number(written))
    },
  ).describe('Block number or block hash.')

const searchedMax = 128

/** A text to search for: the id in what was pasted, or a name without invisible characters. */
export const searchedText = () =>
  parameter<string, string>(
    {
      type: 'string',
      accepts: `1 to ${searchedMax} characters, or a link or an id with its chain`,
      json: { type: 'string', minLength: 1 },
      placeOf: (raw) => {
        const chain = evmCandidates(raw)[0]?.chain
        return chain === undefined ? undefined : placeOn(chain)
      },
    },
    (raw) => {
      if (typeof raw !== 'string') return new Fault('is not text')
      const [found] = evmCandidates(raw)
      // A number may also be a name: `007`.
      const text = found && writtenNumber(raw) === undefined ? found.value : visibleText(raw).trim()
      const length = [...text].length
      return length < 1 || length > searchedMax ? new Fault(`has ${length} characters`) : text
    },
  )

export const format = () =>
  parameters.oneOf(['decimal', 'hex']).default('decimal').describe('The format of token ids in the response.')

export const limit = (fallback = 100) =>
  parameters
    .pageSize({ fallback, max: 100 })
    .describe('Records per page. With a cursor, the limit of the first call applies.')

/** DESC if omitted; without a default, so that requests to other servers do not contain it. */
export const order = () =>
  parameters.oneOf(['DESC', 'ASC']).optional().describe('`DESC` (the default) lists newest first, `ASC` oldest first.')

export const balanceOrder = () =>
  parameters
    .oneOf(['DESC', 'ASC'])
    .optional()
    .describe('`DESC` (the default) lists the largest balance first, `ASC` the smallest.')

const cursor = () =>
  parameters.cursor().optional().describe('The `cursor` of the previous response, to get the next page.')

const disableTotal = () =>
  parameters
    .boolean()
    .default(true)
    .describe('true skips counting all matching records (`total` is null), which is faster.')
    .meta({ deprecated: true })

/** Of lists that are never counted: programs send it to every list. */
export const uncountedTotal = () =>
  parameters.boolean().optional().describe('Has no effect: the answer has no total.').meta({ deprecated: true })

/** `fallback` is the page size of requests without a limit. */
export const paging = (fallback?: number) => ({ limit: limit(fallback), cursor: cursor() })

/** Paging of lists whose records can also be counted. */
export const countedPaging = () => ({ ...paging(), disable_total: disableTotal() })

export const normalizeMetadata = () =>
  parameters.boolean().default(false).describe('true adds `normalized_metadata`: the metadata in a common format.')

export const mediaItems = () =>
  parameters.boolean().default(false).describe('true adds `media`: preview images and their status.')

export const include = () =>
  parameters
    .oneOf(['internal_transactions'])
    .optional()
    .describe(
      '`internal_transactions` adds the internal calls of each transaction. Requires a node that can trace; ' +
        'they are null for transactions that no node could trace. A page with more than ' +
        '64 MiB of calls is refused: request fewer transactions at a time.',
    )

export const names = () =>
  parameters
    .boolean()
    .optional()
    .describe(
      'true adds the names of methods (`method`, in lists) or of the call and the events (`guessed_call`, `guessed_event`), ' +
        'also by signatures that are known for a selector, where the ABI of the contract is unknown.',
    )

const fromBlock = () => parameters.integer().optional().describe('The first block. Takes precedence over `from_date`.')
const toBlock = () => parameters.integer().optional().describe('The last block. Takes precedence over `to_date`.')
const fromDate = () => parameters.date().optional().describe('The earliest time. Ignored if `from_block` is given.')
const toDate = () => parameters.date().optional().describe('The latest time. Ignored if `to_block` is given.')

/** The block of a balance. One above the newest indexed block does not exist yet: the newest is used. */
export const balanceBlock = () =>
  parameters
    .integer()
    .optional()
    .describe('The block after which balances are read. Default, and at most: the newest indexed block.')

/** In or out of a wallet. */
export const direction = () => parameters.oneOf(['in', 'out']).optional()

/** An amount of the native coin. */
export const minValue = () =>
  parameters
    .matching({
      type: 'amount',
      accepts: 'a whole number of the smallest unit',
      pattern: '^[0-9]{1,78}$',
      fault: 'is not a whole number',
      read: (text) => BigInt(text).toString(),
    })
    .optional()

/** Filters of lists of transactions. */
export const transactionFilters = () => ({
  status: parameters
    .oneOf(['success', 'failed'])
    .optional()
    .describe('Only transactions that succeeded, or that failed.'),
  method: parameters
    .text({ max: 640 })
    .optional()
    .describe(
      'Only calls of this method: its selector such as `0xa9059cbb`, its signature such as `transfer(address,uint256)`, or its name, if a signature known here has it. `0x`: only transfers without calldata.',
    ),
  min_value: minValue().describe(
    'Only transactions that carry at least so much of the native coin, in its smallest unit.',
  ),
})

/** Filters of lists of token transfers besides those of `erc20Lists`. */
export const transferFilters = () => ({
  direction: direction().describe(
    'Of the wallet: only what it received, or only what it sent. Requires exactly one wallet in `wallet_addresses`.',
  ),
  counterparty: address()
    .optional()
    .describe('Only between the wallet and this address. Requires exactly one wallet in `wallet_addresses`.'),
})

export const hideSpam = (rule: string) => parameters.boolean().optional().describe(`true leaves out ${rule}`)

/** An amount of a token in whole tokens. */
export const minAmount = () =>
  parameters
    .matching({
      type: 'decimal amount',
      accepts: 'a decimal number of whole tokens, such as 0.5',
      pattern: '^[0-9]{1,78}([.][0-9]{1,78})?$',
      fault: 'is not a decimal number',
      read: (text) => text,
    })
    .optional()
    .describe(
      'Only transfers of at least so many tokens, such as `0.5`. Requires exactly one token in `contract_addresses`: each has a unit of its own.',
    )

/** Bounds that exclude each other (`from_block` above `to_block`) are valid: the response is empty. */
export const blockBounds = () => ({ from_block: fromBlock(), to_block: toBlock() })
export const bounds = () => ({ ...blockBounds(), from_date: fromDate(), to_date: toDate() })

/** Parameters of a counted list in chain order. */
export const chronological = () => ({ ...bounds(), order: order(), ...countedPaging() })

const addresses = (description: string) => parameters.list(address(), { max: 100 }).optional().describe(description)

/** Addresses whose names are asked for. */
export const namedAddresses = () => parameters.list(address(), { max: 100 }).describe('The addresses.')

export const contractAddresses = () => addresses('Only tokens of these contracts.')

/** The four list filters of ERC20 transfers, approvals and burns. */
export const erc20Lists = () => ({
  contract_addresses: contractAddresses(),
  exclude_contracts: addresses('Excludes tokens of these contracts.'),
  wallet_addresses: addresses('Only records that involve these wallets.'),
  exclude_wallets: addresses('Excludes records that involve these wallets.'),
})

/**
 * Contracts that a search or a wallet's NFTs are restricted to. Older documentation of the interface says 10; 100 are accepted, as in the
 * other lists.
 */
export const tokenAddresses = (description: string) => addresses(description)
