import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { parseBytes } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/**
 * The first block up to `last` after which the contract has code: its deployment. 0 if the nodes cannot tell because
 * they keep no old states; `last` + 1 if it has no code at `last`.
 */
export const firstBlockOf = async (
  pool: NodePool,
  address: Hex,
  last: number,
  signal?: AbortSignal,
): Promise<number> => {
  let low = 0
  let high = last + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const is = await hasCode(pool, address, middle, signal)
    if (is === undefined) return 0
    if (is) high = middle
    else low = middle + 1
  }
  return low
}

/** Undefined if the nodes cannot tell. */
export const hasCode = async (
  pool: NodePool,
  address: Hex,
  block: number | 'latest',
  signal?: AbortSignal,
): Promise<boolean | undefined> => {
  const minimumHead = block === 'latest' ? undefined : block
  const at = block === 'latest' ? block : hexNumber(block)
  try {
    return await pool.ask(
      [{ method: 'eth_getCode', params: [address, at] }],
      ([code]) => parseBytes(code, 'code') !== '0x',
      {
        signal,
        minimumHead,
      },
    )
  } catch (error) {
    if (unknowable.some((kind) => isRefusal(error, kind))) return undefined
    throw error
  }
}

const unknowable = ['missing_data', 'unsupported', 'invalid'] as const
