import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { decodeEventLog, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import { recordedBlocks } from '#tests/evm/chain/decode/recorded-blocks.ts'

const root = join('..', 'shared/recordings/evm')

/** What most contracts share, whoever wrote them: each of these signatures is public. */
const standards = {
  erc20: parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
  ]),
  erc721: parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
    'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
    'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  ]),
  erc1155: parseAbi([
    'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
    'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
    'event URI(string value, uint256 indexed id)',
  ]),
  wrapped: parseAbi([
    'event Deposit(address indexed dst, uint256 wad)',
    'event Withdrawal(address indexed src, uint256 wad)',
  ]),
  exchanges: parseAbi([
    'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
    'event Sync(uint112 reserve0, uint112 reserve1)',
    'event Mint(address indexed sender, uint256 amount0, uint256 amount1)',
    'event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to)',
    'event PairCreated(address indexed token0, address indexed token1, address pair, uint256)',
  ]),
  pools: parseAbi([
    'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
    'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
    'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
    'event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)',
  ]),
  ownership: parseAbi([
    'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
    'event Upgraded(address indexed implementation)',
  ]),
}
const all = Object.values(standards).flat()
const indexes = Object.values(standards)
  .map((abi) => abiIndex(abi))
  .filter((index) => index !== undefined)

const expected = (topics: readonly Hex[], data: Hex) => {
  for (const event of all) {
    try {
      const { args } = decodeEventLog({ abi: [event], topics: [...topics] as [Hex], data })
      const named = Object.values(args ?? {})
      // Another number of indexed inputs is another event: the other decoder leaves further topics unread.
      if (event.inputs.filter((input) => 'indexed' in input && input.indexed).length + 1 !== topics.length) continue
      return named.map((value) => (Array.isArray(value) ? JSON.stringify(value.map(String)) : String(value)))
    } catch {}
  }
  return undefined
}

/** Real logs, where the recordings are at hand. */
describe.runIf(existsSync(root))('recorded logs of mainnet', () => {
  test('at least four of five are decoded by standard interfaces, identically to another decoder', () => {
    let logs = 0
    let decodedLogs = 0
    let differing = 0
    for (const { receipts } of recordedBlocks(join(root, 'mainnet/blocks')))
      for (const { topics, data } of receipts.flatMap((receipt) => receipt.logs)) {
        logs += 1
        const topic = (at: number) => (topics[at] ? toBytes(topics[at]) : null)
        const row = { topic0: topic(0), topic1: topic(1), topic2: topic(2), topic3: topic(3), data: toBytes(data) }
        const decoded = decodeLog(indexes, row)
        if (!decoded) continue
        decodedLogs += 1
        if (logs % 25 === 0) {
          const values = decoded.params.map(({ value }) => value)
          const others = expected(topics, data)
          if (JSON.stringify(values.toSorted()) !== JSON.stringify(others?.toSorted())) differing += 1
        }
      }
    expect(differing).toBe(0)
    expect(decodedLogs / logs).toBeGreaterThan(0.8)
  })
})
