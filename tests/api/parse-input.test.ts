import { describe, expect, test } from 'vitest'
import { signInApi } from '#lib/account/contract/api.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'

const wallet = '0x1A2B3C4D5E6F708192A3B4C5D6E7F8091A2B3C4D'
const { walletNfts, walletTransactions, erc20Transfers, nftMetadata, blockNftTransfers } = evmApi

const messageOf = (attempt: () => unknown): string => {
  try {
    attempt()
  } catch (error) {
    if (isServiceError(error, 'invalid_request')) return error.message
    throw error
  }
  throw new Error('It was accepted')
}

describe('behaviour that existing API clients rely on', () => {
  test('an invalid address gets the message that clients of this API match', () => {
    expect(messageOf(() => parseInput(walletNfts, { address: '0x12' }))).toMatch(/^address is not a valid hex address/)
    expect(messageOf(() => parseInput(erc20Transfers, { contract_addresses: [wallet, 'oops'] }))).toMatch(
      /^contract_addresses with value 'oops' is not a valid hex address/,
    )
  })

  test('addresses and hashes may have any case and are parsed to lower case', () => {
    expect(parseInput(walletNfts, { address: wallet }).address).toBe(wallet.toLowerCase())
  })

  test('defaults: no total, 100 records, decimal token ids', () => {
    expect(parseInput(walletNfts, { address: wallet })).toEqual({
      address: wallet.toLowerCase(),
      format: 'decimal',
      normalizeMetadata: false,
      media_items: false,
      exclude_spam: false,
      limit: 100,
      disable_total: true,
    })
  })

  test('an empty parameter counts as omitted', () => {
    const parsed = parseInput(walletTransactions, { address: wallet, chain: '', cursor: '', limit: '', from_date: '' })
    expect(parsed).toEqual({ address: wallet.toLowerCase(), limit: 100, disable_total: true })
  })

  test('contradictory bounds are accepted', () => {
    const parsed = parseInput(walletTransactions, { address: wallet, from_block: '9', to_block: '5' })
    expect(parsed).toMatchObject({ from_block: 9, to_block: 5 })
  })
})

describe('what people paste', () => {
  const low = wallet.toLowerCase()

  test.each([
    ['invisible characters', `\u200B${wallet}\uFEFF`, undefined],
    ['quotes and a comma', `"${wallet}",`, undefined],
    ['a line break', `${wallet.slice(0, 20)}\n${wallet.slice(20)}`, undefined],
    ['no 0x', wallet.slice(2), undefined],
    ['a payment', `ethereum:${wallet}?value=1`, undefined],
    ['a payment on a chain', `ethereum:pay-${wallet}@137`, 'polygon'],
    ['CAIP-10', `eip155:1:${wallet}`, 'eth'],
    ['CAIP-10 of a devnet', `eip155:31337:${wallet}`, '0x7a69'],
    ['EIP-3770', `bnb:${wallet}`, 'bsc'],
    ['CAIP-19', `eip155:1/erc721:${wallet}/123`, 'eth'],
    ['a link', `https://polygonscan.com/address/${wallet}`, 'polygon'],
  ])('an address with %s', (_, address, chain) => {
    expect(parseInput(walletTransactions, { address })).toMatchObject({ address: low, ...(chain && { chain }) })
  })

  test('hashes, blocks, token ids and chains', () => {
    const hash = `0x${'1c'.repeat(32)}`
    expect(parseInput(evmApi.transaction, { transaction_hash: `https://etherscan.io/tx/${hash}#logs` })).toEqual({
      transaction_hash: hash,
      chain: 'eth',
    })
    expect(parseInput(evmApi.blockContents, { block_number_or_hash: 'https://bscscan.com/block/12' })).toMatchObject({
      block_number_or_hash: '12',
      chain: 'bsc',
    })
    expect(parseInput(nftMetadata, { address: wallet, token_id: `eip155:1/erc721:${wallet}/123` }).token_id).toBe('123')
    expect(parseInput(evmExplorerApi.evmBlocks, { chain: 'eip155:137' }).chain).toBe('polygon')
    expect(parseInput(evmExplorerApi.evmSearch, { q: `eip155:137:${wallet}` })).toEqual({ q: low, chain: 'polygon' })
    expect(parseInput(evmExplorerApi.evmSearch, { q: '\u200Bvitalik.eth ' }).q).toBe('vitalik.eth')
    expect(
      parseInput(aptosExplorerApi.aptosAccount, {
        address: 'https://explorer.aptoslabs.com/account/0x1?network=testnet',
      }),
    ).toMatchObject({ address: `0x${'1'.padStart(64, '0')}`, network: 'testnet' })
  })

  test('a chain that contradicts the request is refused, in lists too', () => {
    const both = { address: `eip155:137:${wallet}`, chain: 'eth' }
    expect(messageOf(() => parseInput(walletTransactions, both))).toBe(
      'address is on polygon, but chain is eth: expected one of them',
    )
    expect(parseInput(walletTransactions, { ...both, chain: '0x89' }).chain).toBe('polygon')
    expect(parseInput(walletTransactions, { address: `eip155:31337:${wallet}`, chain: 'local' }).chain).toBe('local')
    const two = { contract_addresses: [`eth:${wallet}`, `bnb:${wallet}`] }
    expect(messageOf(() => parseInput(erc20Transfers, two))).toMatch(/^contract_addresses is on bsc, but chain is eth/)
  })
})

describe('chains', () => {
  const chainOf = (chain: string) => parseInput(evmExplorerApi.evmBlocks, { chain }).chain

  test.each([
    ['eth', 'eth'],
    ['ETH', 'eth'],
    ['0x1', 'eth'],
    ['0x01', 'eth'],
    ['0xAA36A7', 'sepolia'],
    ['bsc testnet', 'bsc testnet'],
    ['bsc-testnet', 'bsc testnet'],
    ['0x2a15c308d', 'palm'],
    ['local', 'local'],
    ['demo', 'demo'],
  ])('%s is %s', (given, name) => {
    expect(chainOf(given)).toBe(name)
  })

  test('the id of a devnet is passed through for the server to look up', () => {
    expect(chainOf('0x7A69')).toBe('0x7a69')
  })

  test.each(['ethereum2', '1', '0x', '0xzz', `0x${'f'.repeat(20)}`, '__proto__'])(
    '%s is refused with a list of all names',
    (bad) => {
      expect(messageOf(() => chainOf(bad))).toMatch(
        /^chain is not a known chain: expected one of eth, goerli, sepolia, polygon, mumbai, bsc, bsc testnet, avalanche/,
      )
    },
  )
})

describe('token ids and blocks', () => {
  const idOf = (token_id: string) => parseInput(nftMetadata, { address: wallet, token_id }).token_id
  const max = 2n ** 256n - 1n

  test.each([
    ['0', '0'],
    ['007', '7'],
    ['0x65', '101'],
    ['0X65', '101'],
    [max.toString(), max.toString()],
    [`0x${max.toString(16)}`, max.toString()],
  ])('token %s is %s', (given, decimal) => {
    expect(idOf(given)).toBe(decimal)
  })

  test.each([(max + 1n).toString(), '-1', '1.0', '1e3', '0x', 'search', '9'.repeat(79)])(
    'token %s is refused',
    (given) => {
      expect(messageOf(() => idOf(given))).toMatch(/^token_id is (not a token id|out of range)/)
    },
  )

  const blockOf = (block: string | number) =>
    parseInput(blockNftTransfers, { block_number_or_hash: block }).block_number_or_hash

  test('a block is a number or a hash', () => {
    const hash = `0x${'AB'.repeat(32)}`
    expect([blockOf('0017'), blockOf(17), blockOf(hash)]).toEqual(['17', '17', hash.toLowerCase()])
    for (const bad of ['latest', '-1', '1.5', '0x12', '9'.repeat(16)])
      expect(messageOf(() => blockOf(bad))).toMatch(/^block_number_or_hash is not a block number or block hash/)
  })
})

describe('a challenge request', () => {
  const { requestChallenge, verifyChallenge } = signInApi
  const example = requestChallenge.example.input
  const { network: _, ...withoutNetwork } = example

  test('takes the network under either of its two names, and requires one of them', () => {
    expect(parseInput(requestChallenge, { ...withoutNetwork, chainId: '2' })).toMatchObject({ chainId: 2 })
    expect(messageOf(() => parseInput(requestChallenge, withoutNetwork))).toMatch(/^network is required/)
    expect(messageOf(() => parseInput(requestChallenge, { ...example, chainId: 2 }))).toMatch(/^chainId is not/)
  })

  test.each([14, 121, '1e2'])('a timeout of %s is refused', (timeout) => {
    expect(messageOf(() => parseInput(requestChallenge, { ...example, timeout }))).toMatch(/^timeout /)
  })

  test('accepts addresses of 64 digits or short special addresses, and pads them', () => {
    const addressOf = (address: string) => parseInput(requestChallenge, { ...example, address }).address
    expect(addressOf('0x1')).toBe(`0x${'1'.padStart(64, '0')}`)
    expect(addressOf(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
    for (const bad of [`0x${'a'.repeat(63)}`, 'ab'.repeat(32), '0x', '0x10'])
      expect(messageOf(() => addressOf(bad))).toMatch(/^address is not a valid Aptos address/)
  })

  test.each([
    ['statement', 'two\nlines'],
    ['statement', 'a\rb'],
    ['statement', 'ünïcode'],
    ['statement', 'a\u2028b'],
    ['uri', 'https://a.example/\nNonce: x'],
    ['uri', 'no scheme'],
    ['domain', 'a.example\nURI: https://b.example'],
    ['domain', 'https://a.example'],
    ['domain', 'user@a.example'],
    ['resources', ['https://a.example', 'x\n- https://b.example']],
    ['expirationTime', 'tomorrow'],
    ['expirationTime', '2023-02-30'],
    ['notBefore', '2023-01-31T10:00:00'],
    ['publicKey', `0x${'ab'.repeat(33)}`],
    ['network', 'devnet'],
  ])('%s %j is refused: it would inject lines, or cannot be verified', (name, value) => {
    expect(messageOf(() => parseInput(requestChallenge, { ...example, [name]: value }))).toMatch(
      new RegExp(`^${name} `),
    )
  })

  test('a signed message is taken byte for byte, including whitespace', () => {
    const message = ' APTOS\r\nmessage: x \n\n'
    const parsed = parseInput(verifyChallenge, { message, signature: 'AB12', networkType: 'aptos' })
    expect(parsed).toEqual({ message, signature: '0xab12' })
  })

  test.each([1, {}, ['a', 'b'], 'x'.repeat(12_001), null])('the message %j is refused', (message) => {
    expect(messageOf(() => parseInput(verifyChallenge, { message, signature: '0x00' }))).toMatch(/^message /)
  })
})
