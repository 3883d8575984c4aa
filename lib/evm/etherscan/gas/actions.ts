import { action } from '#lib/evm/etherscan/kit/action.ts'
import { needed, quantityForm } from '#lib/evm/etherscan/kit/parameter-forms.ts'

export const gasActions = {
  gasoracle: action({
    summary: 'Gas prices',
    description: 'The base fee of the next block, and what transactions of the newest blocks paid beside it.',
    parameters: {},
    result:
      '`LastBlock`, `SafeGasPrice`, `ProposeGasPrice`, `FastGasPrice` and `suggestBaseFee` in Gwei, and `gasUsedRatio` of the newest blocks.',
    source: 'index and node',
  }),
  gasestimate: action({
    summary: 'Time until a transaction is mined',
    description: 'By how many of the newest blocks accepted the price.',
    parameters: { gasprice: needed(quantityForm, 'The price of gas, in the smallest unit.') },
    result: 'Seconds, as text.',
    source: 'index and node',
  }),
}
