import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock, EvmLog, EvmTransaction } from '#lib/evm/chain/block.ts'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { hashOf, type RandomChainOptions, randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { word, words, zeroAddress } from './decode/token-logs.ts'

/** Contracts of Ethereum that are decoded by rules of their own. */
const wrappedEther: Hex = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const cryptoPunks: Hex = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb'
const cryptoKitties: Hex = '0x06012c8cf97bead5deae237070f9587f8e7a266d'

const kinds = ['coin', 'nft', 'multi'] as const
type Kind = (typeof kinds)[number]

/** An address for each kind, name and fork: contracts of a fork's own exist only there. */
const tokenContract = (kind: Kind, index: number, fork = 'main'): Hex =>
  `0x${hashOf('token contract', kind, index, fork).slice(2, 42)}`

/**
 * Random blocks whose transactions move tokens of every kind that is decoded, on Ethereum's rules: few wallets, contracts and
 * token ids, so that they meet again. Some contracts exist only on this fork, as if they were deployed there.
 */
export const tokenBlocks = (
  count: number,
  after: EvmBlock | { first: number },
  random: () => number,
  options: RandomChainOptions = {},
): EvmBlock[] =>
  randomBlocks(count, after, random, options).map((block) => {
    let logIndex = 0
    const transactions = block.transactions.map((transaction): EvmTransaction => {
      if (transaction.status === 0) return { ...transaction, logs: [] }
      const logs = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
        ...tokenEvent(random, options.fork ?? 'main'),
        logIndex: logIndex++,
      }))
      return { ...transaction, logs }
    })
    return { ...block, transactions }
  })

const tokenEvent = (random: () => number, fork: string): Omit<EvmLog, 'logIndex'> => {
  const below = (bound: number): number => Math.floor(random() * bound)
  const wallet = (): Hex => (random() < 0.25 ? zeroAddress : walletOf(below(5)))
  const contract = (kind: Kind): Hex => tokenContract(kind, below(2), random() < 0.7 ? 'main' : fork)
  const from = wallet()
  const to = random() < 0.1 ? from : wallet()
  switch (below(10)) {
    case 0:
    case 1:
      return {
        address: contract('coin'),
        topics: [tokenTopic.transfer, word(from), word(to)],
        data: word(below(1_000)),
      }
    case 2:
      return {
        address: contract('coin'),
        topics: [tokenTopic.approval, word(from), word(to)],
        data: word(below(1_000)),
      }
    case 3:
    case 4:
      return {
        address: contract('nft'),
        topics: [tokenTopic.transfer, word(from), word(to), word(below(6))],
        data: '0x',
      }
    case 5:
      return {
        address: contract('multi'),
        topics: [tokenTopic.transferSingle, word(walletOf(1)), word(from), word(to)],
        data: words(below(4), 1 + below(9)),
      }
    case 6: {
      const ids = Array.from({ length: below(3) }, () => below(4))
      const amounts = ids.map(() => 1 + below(9))
      return {
        address: contract('multi'),
        topics: [tokenTopic.transferBatch, word(walletOf(1)), word(from), word(to)],
        data: words(64, 96 + 32 * ids.length, ids.length, ...ids, ids.length, ...amounts),
      }
    }
    case 7:
      return {
        address: wrappedEther,
        topics: [random() < 0.5 ? tokenTopic.deposit : tokenTopic.withdrawal, word(walletOf(below(5)))],
        data: word(below(1_000)),
      }
    case 8:
      return { address: cryptoKitties, topics: [tokenTopic.transfer], data: words(from, to, below(6)) }
    default:
      return { address: cryptoPunks, topics: [tokenTopic.punkTransfer, word(from), word(to)], data: word(below(6)) }
  }
}
