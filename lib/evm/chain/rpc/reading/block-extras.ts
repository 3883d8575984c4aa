import * as z from 'zod'
import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { addressText, hashText, quantity } from '#lib/evm/chain/rpc/quantities.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** EIP-4895 allows 16 withdrawals in a block, Gnosis more. */
const withdrawalsMax = 1_000
const unclesMax = 10
/** Yellow Paper 4.4.4: 32 bytes; chains with proof of authority list their validators there. */
const extraDataBytesMax = 16_384

const bytesText = (bytesMax: number) =>
  z
    .string()
    .regex(/^0x(?:[0-9a-f]{2})*$/i)
    .max(2 + 2 * bytesMax)
    .transform((text) => text.toLowerCase() as Hex)

const extras = z.object({
  hash: hashText,
  uncles: z.array(hashText).max(unclesMax).nullish(),
  withdrawals: z
    .array(z.object({ index: quantity, validatorIndex: quantity, address: addressText, amount: quantity }))
    .max(withdrawalsMax)
    .nullish(),
  blobGasUsed: quantity.nullish(),
  excessBlobGas: quantity.nullish(),
  difficulty: quantity.nullish().catch(null),
  nonce: bytesText(8).nullish().catch(null),
  extraData: bytesText(extraDataBytesMax).nullish().catch(null),
  stateRoot: hashText.nullish().catch(null),
  transactionsRoot: hashText.nullish().catch(null),
  receiptsRoot: hashText.nullish().catch(null),
})

/** What a header has besides what the index stores. Amounts of withdrawals are in Gwei. */
export type BlockExtras = z.output<typeof extras>

/** Undefined if the node has no block, or a different one, at that height. */
export const readBlockExtras = async (
  pool: NodePool,
  { number, hash }: { number: number; hash: Hex },
  signal?: AbortSignal,
): Promise<BlockExtras | undefined> => {
  const answer = await pool.call('eth_getBlockByNumber', [hexNumber(number), false], { signal, minimumHead: number })
  if (answer === null) return undefined
  const read = extras.safeParse(answer)
  if (!read.success) throw new InconsistentAnswer('a block with invalid fields')
  return read.data.hash === hash ? read.data : undefined
}
