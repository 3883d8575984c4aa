import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { recordedAnswers } from './recorded-answers.ts'

const hex = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
const block = z.looseObject({
  number: hex,
  transactions: z.array(z.looseObject({ hash: hex, value: hex })),
})
const log = z.looseObject({ logIndex: hex, address: hex, topics: z.array(hex), data: hex })
const receipt = z.looseObject({ transactionHash: hex, transactionIndex: hex, logs: z.array(log) })

export type RawLog = z.infer<typeof log>

/** A recorded block as the node answered, and the few fields of it that a plain reading needs. */
export type RecordedBlock = {
  file: string
  answers: { block: unknown; receipts: unknown }
  block: z.infer<typeof block>
  receipts: z.infer<typeof receipt>[]
}

/** The recorded blocks of a folder that come with receipts. */
export const recordedBlocks = (folder: string): RecordedBlock[] =>
  readdirSync(folder).flatMap((file) => {
    const of = recordedAnswers(join(folder, file))
    const answers = { block: of('eth_getBlockByNumber'), receipts: of('eth_getBlockReceipts') }
    if (!answers.receipts) return []
    return [{ file, answers, block: block.parse(answers.block), receipts: z.array(receipt).parse(answers.receipts) }]
  })
