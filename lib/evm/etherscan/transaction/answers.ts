import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ActionCall, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { ok } from '#lib/evm/etherscan/kit/answer.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import type { transactionActions } from './actions.ts'

export const transactionAnswers: ModuleAnswers<typeof transactionActions> = {
  getstatus: async ({ txhash }, call) => {
    const found = await mined(txhash, call)
    if (!found) throw etherscanFault('Transaction not found')
    return ok({ isError: found.status === 0 ? '1' : '0', errDescription: '' })
  },
  gettxreceiptstatus: async ({ txhash }, call) => {
    const status = (await mined(txhash, call))?.status ?? null
    return ok({ status: status === null ? '' : String(status) })
  },
}

/** Undefined for a transaction that is in no known block. */
const mined = async (hash: Hex, { context, chain, signal }: ActionCall) => {
  try {
    return (await knownTransaction(context, chain, hash, { signal })).stored
  } catch (error) {
    if (isServiceError(error, 'not_found')) return undefined
    throw error
  }
}
