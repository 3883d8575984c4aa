import { action } from '#lib/evm/etherscan/kit/action.ts'

export const limitActions = {
  getapilimit: action({
    summary: 'Calls left today',
    description:
      'This server counts calls by the second and has no limit for a day: it answers as the largest plan does.',
    parameters: {},
    result: '`creditsUsed`, `creditsAvailable`, `creditLimit`, `limitInterval` and `intervalExpiryTimespan`.',
    source: 'server',
  }),
}
