import type { ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { ok } from '#lib/evm/etherscan/kit/answer.ts'
import type { limitActions } from './actions.ts'

/** Of Etherscan's largest plan: rotki chooses its speed by it. */
const callsOfDay = 1_500_000
const dayMs = 86_400_000

export const limitAnswers: ModuleAnswers<typeof limitActions> = {
  getapilimit: async (_, { context }) => {
    const leftMs = dayMs - (context.now() % dayMs)
    return ok({
      creditsUsed: 0,
      creditsAvailable: callsOfDay,
      creditLimit: callsOfDay,
      limitInterval: 'daily',
      intervalExpiryTimespan: new Date(leftMs % dayMs).toISOString().slice(11, 19),
    })
  },
}
