import { toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ActionCall, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { ok } from '#lib/evm/etherscan/kit/answer.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { confirmationsOf, hexText } from '#lib/evm/etherscan/kit/text.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import type { transactionActions } from './actions.ts'

/** Logs of one transaction in an answer. */
const logsMax = 1_000

export const transactionAnswers: ModuleAnswers<typeof transactionActions> = {
  getstatus: async ({ txhash }, call) => {
    const found = await mined(txhash, call)
    if (!found) throw etherscanFault('Transaction not found')
    return ok({ isError: found.status === 0 ? '1' : '0', errDescription: '' })
  },
  gettxinfo: async ({ txhash }, call) => {
    const found = await known(txhash, call, logsMax + 1)
    if (!found) throw etherscanFault('Transaction not found')
    if (found.logs.length > logsMax)
      throw new ServiceError(
        'not_available',
        `The transaction has more than ${logsMax} logs: ask for them with getLogs`,
      )
    const newest = await newestBlock(call.context.store.db, call.chain.id)
    return ok(transactionInfo(found, newest?.number ?? 0))
  },
  gettxreceiptstatus: async ({ txhash }, call) => {
    const status = (await mined(txhash, call))?.status ?? null
    return ok({ status: status === null ? '' : String(status) })
  },
}

const transactionInfo = ({ stored, logs }: Awaited<ReturnType<typeof knownTransaction>>, head: number) => ({
  hash: toHex(stored.hash),
  blockNumber: String(stored.block_number),
  timeStamp: String(stored.block_timestamp),
  confirmations: confirmationsOf(stored.block_number, Math.max(head, stored.block_number)),
  success: stored.status !== 0,
  from: toHex(stored.from_address),
  to: hexText(stored.to_address),
  value: stored.value,
  input: toHex(stored.input),
  gasLimit: stored.gas,
  gasUsed: stored.gas_used,
  gasPrice: stored.gas_price,
  logs: logs.map((log) => ({
    address: toHex(log.address),
    data: toHex(log.data),
    index: String(log.log_index),
    topics: [log.topic0, log.topic1, log.topic2, log.topic3].map((topic) => topic && toHex(topic)),
  })),
  next_page_params: null,
})

const mined = async (hash: Hex, call: ActionCall) => (await known(hash, call, 1))?.stored

/** Undefined for a transaction that is in no known block. */
const known = async (hash: Hex, { context, chain, signal }: ActionCall, logsMax: number) => {
  try {
    return await knownTransaction(context, chain, hash, { signal, logsMax })
  } catch (error) {
    if (isServiceError(error, 'not_found')) return undefined
    throw error
  }
}
