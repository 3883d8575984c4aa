import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { RpcAnswer, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'

/** A transfer as a plain row, for comparing with what was stored. */
export type PlainTransfer = { block: number; transaction: number; from: Hex; to: Hex; value: bigint }

const numberOf = (...parts: (string | number)[]): number => Number.parseInt(hashOf(...parts).slice(2, 10), 16)

/** The internal transfers that the traces of `tracedNode` have: up to two for each transaction, among four wallets. */
export const plainTransfers = ({ number, transactions }: EvmBlock): PlainTransfer[] =>
  transactions.flatMap(({ hash, index }) =>
    Array.from({ length: numberOf(hash, 'count') % 3 }, (_, transfer) => ({
      block: number,
      transaction: index,
      from: walletOf(numberOf(hash, 'from', transfer) % 4),
      to: walletOf(numberOf(hash, 'to', transfer) % 4),
      value: BigInt(1 + (numberOf(hash, 'value', transfer) % 1_000)),
    })),
  )

/** A node that traces these blocks. `refuse` answers in its place; `asked` has the numbers of the blocks that it was asked for. */
export const tracedNode = (
  blocksNow: () => readonly EvmBlock[],
  refuse: (number: number) => RpcAnswer | undefined = () => undefined,
): RpcTransport & { asked: number[] } => {
  const asked: number[] = []
  return {
    asked,
    name: 'traced',
    send: async (calls) =>
      calls.map(({ method, params }) => {
        const number = Number(params[0])
        if (method !== 'debug_traceBlockByNumber') return methodNotFound
        asked.push(number)
        const block = blocksNow().find((one) => one.number === number)
        return refuse(number) ?? (block ? { result: tracesOf(block) } : missingBlock)
      }),
  }
}

export const methodNotFound: RpcAnswer = { error: { code: -32601, message: 'method not found' } }
const missingBlock: RpcAnswer = { error: { code: -32000, message: 'block not found' } }
export const missingState: RpcAnswer = { error: { code: -32000, message: 'missing trie node' } }

const tracesOf = (block: EvmBlock): unknown[] => {
  const transfers = plainTransfers(block)
  return block.transactions.map(({ hash, index, from, to }) => ({
    txHash: hash,
    result: {
      type: 'CALL',
      from,
      to,
      value: '0x1',
      calls: transfers
        .filter(({ transaction }) => transaction === index)
        .map((transfer) => ({ type: 'CALL', ...transfer, value: `0x${transfer.value.toString(16)}` })),
    },
  }))
}
