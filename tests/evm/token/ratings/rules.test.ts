import { expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { skeletonOf } from '#lib/base/skeleton.ts'
import { type ContractEvidence, rateContract, type TransferEvidence } from '#lib/evm/token/ratings/rate.ts'
import { transferEvidence } from '#lib/evm/token/ratings/read-evidence.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'

const quiet: TransferEvidence = {
  isWhole: true,
  days: 30,
  receiversAtOnce: 1,
  receivers: 3,
  silentReceivers: 3,
  famousReceivers: 0,
}
const honest: ContractEvidence = {
  address: walletOf(1),
  kind: 'ERC20',
  name: 'Harbor Coin',
  symbol: 'HARBOR',
  reportedName: 'Harbor Coin',
  reportedSymbol: 'HARBOR',
  tokenNames: [],
  transfers: quiet,
  lookAlike: null,
  owners: null,
  supply: null,
}
const scoreOf = (evidence: Partial<ContractEvidence>): number => rateContract({ ...honest, ...evidence }).score
const airdropped = { ...quiet, receiversAtOnce: 150, receivers: 300, silentReceivers: 290 }

test('names that promote a website or claim are spam', () => {
  for (const name of [
    'Claim at free-lanterns.example',
    'Visit https://swap-usdc.net',
    '$1000 USDC Airdrop',
    '! usdt-gift.org',
    'ethgift.xyz voucher',
    'Claim 5,000$ now',
    'www.shib-claim.io',
    't.me/freedrop airdrop',
  ])
    expect(scoreOf({ name }), name).toBeGreaterThanOrEqual(50)
})

test('names of genuine projects are not', () => {
  for (const name of [
    'yearn.finance',
    'Curve.fi Factory Crypto Pool',
    'Staked Reward Token',
    'Wrapped liquid staked Ether 2.0',
    'FreeRossDAO',
    'USD Coin (PoS)',
    'Bridged USDC.e',
    'ETH 2x Flexible Leverage',
    'Pool Together 1 ETH',
    'Mr. Ape & Co',
    'Gift Card Club',
    'MΞTA',
    'Ωmega µToken',
    'Монета',
    'Ελληνικό νόμισμα',
    'Hop.Exchange LP',
    '𝔸𝕣𝕥 Blocks',
  ])
    expect(scoreOf({ name }), name).toBeLessThan(50)
})

test('a genuine airdrop alone is not spam, but is with a lure in its name', () => {
  expect(scoreOf({ transfers: airdropped })).toBe(45)
  expect(scoreOf({ transfers: airdropped, name: 'Harbor Rewards' })).toBe(70)
})

test('receivers that had no time to send anything do not count as silent', () => {
  expect(scoreOf({ transfers: { ...airdropped, receiversAtOnce: 1, days: 0.5 } })).toBe(0)
  expect(scoreOf({ transfers: { ...airdropped, receiversAtOnce: 1, days: 3, isWhole: false } })).toBe(0)
  expect(scoreOf({ transfers: { ...airdropped, receiversAtOnce: 1, silentReceivers: 270 } })).toBe(0)
})

test('luring token names are spam if they are half of the collection, not if they are few', () => {
  const lure = 'Visit stake-eth.org to claim'
  expect(scoreOf({ tokenNames: [lure, lure, 'Nice'] })).toBeGreaterThanOrEqual(50)
  expect(scoreOf({ tokenNames: [lure, 'Nice #1', 'Nice #2', 'Nice #3'] })).toBe(0)
  expect(scoreOf({ tokenNames: ['alice.xyz', 'bob.com'] })).toBe(25)
})

test('invisible characters and look-alike letters add to the score', () => {
  expect(scoreOf({ reportedName: 'USD\u200BC' })).toBe(40)
  expect(scoreOf({ reportedSymbol: '\u202EXBT' })).toBe(40)
  expect(scoreOf({ reportedName: 'Rose 👩\u200D🌾' })).toBe(0)
  expect(scoreOf({ name: 'Теthеr USD' })).toBe(40)
})

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

test('a look-alike of a trusted token is spam by name, not by symbol alone', () => {
  expect(scoreOf({ lookAlike: { title: 'USD Coin', address: usdc, by: 'name' } })).toBe(60)
  expect(scoreOf({ lookAlike: { title: 'USD Coin', address: usdc, by: 'symbol' } })).toBe(25)
  for (const text of ['USD Coin', 'USDCoin', 'usd  coin', 'UЅD Сoin', 'ＵＳＤ Ｃｏｉｎ', 'USD C\u200Boin', 'ÚSD-Coin'])
    expect(skeletonOf(text)).toBe('usdcoin')
})

test('owners and supply that differ from the contract count, beyond what may have changed meanwhile', () => {
  expect(scoreOf({ owners: { checked: 5, differing: 1 } })).toBe(0)
  expect(scoreOf({ owners: { checked: 5, differing: 3 } })).toBe(60)
  expect(scoreOf({ supply: { reported: 10n, known: 21, isCountWhole: false } })).toBe(35)
  expect(scoreOf({ supply: { reported: 100n, known: 49, isCountWhole: true } })).toBe(35)
  expect(scoreOf({ supply: { reported: 10_000n, known: 5_000, isCountWhole: false } })).toBe(0)
  expect(scoreOf({ supply: { reported: 9n, known: 3, isCountWhole: true } })).toBe(0)
})

test('every reason has a text, the weightiest comes first, and the score is at most 100', () => {
  const { score, reasons } = rateContract({
    ...honest,
    name: 'Claim at www.free.example 5$',
    owners: { checked: 4, differing: 4 },
    transfers: { ...airdropped, famousReceivers: 3 },
  })
  expect(score).toBe(100)
  expect(reasons.map(({ rule }) => rule)).toEqual([
    'words',
    'other-owners',
    'famous-receivers',
    'many-receivers',
    'silent-receivers',
  ])
  expect(reasons[0]).toEqual({
    rule: 'words',
    weight: 105,
    text: 'Its name or symbol contains a web address, typical scam words, an amount of money.',
  })
})

test('transfers are counted by transaction, receiver and sender, and burns have no receiver', () => {
  const zero = `0x${'0'.repeat(40)}`
  const famous = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
  const row = (block: number, from: string, to: string) => ({
    block_number: block,
    transaction_index: 0,
    from_address: toBytes(from),
    to_address: toBytes(to),
  })
  const rows = [
    row(3, walletOf(1), zero),
    row(2, zero, walletOf(1)),
    row(2, zero, walletOf(2)),
    row(2, zero, famous),
    row(1, walletOf(5), walletOf(2)),
  ]
  expect(transferEvidence(rows, { isWhole: true, days: 2 })).toEqual({
    isWhole: true,
    days: 2,
    receiversAtOnce: 3,
    receivers: 3,
    silentReceivers: 2,
    famousReceivers: 1,
  })
})

test.each(['a.', 'a-', '1$', 'claim ', '.', 'xn--', '\u200B'])(
  'of 100,000 characters of %j only the first 300 count',
  (part) => {
    const named = (name: string) => rateContract({ ...honest, name, reportedName: name, tokenNames: [name] })
    const long = part.repeat(100_000 / part.length)
    expect(named(`${long} claim it at https://gift.example`)).toEqual(named(long.slice(0, 300)))
  },
)
