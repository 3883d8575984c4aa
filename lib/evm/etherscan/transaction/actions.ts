import { action } from '#lib/evm/etherscan/kit/action.ts'
import { hashForm, needed } from '#lib/evm/etherscan/kit/parameter-forms.ts'

const txhash = needed(hashForm, 'The transaction.')

export const transactionActions = {
  getstatus: action({
    summary: 'Whether a transaction failed',
    parameters: { txhash },
    result: '`isError` and `errDescription`.',
    source: 'index and node',
  }),
  gettxinfo: action({
    summary: 'A transaction with its logs, as Blockscout returns it',
    parameters: { txhash },
    result:
      '`hash`, `blockNumber`, `timeStamp`, `confirmations`, `success`, `from`, `to`, `value`, `input`, `gasLimit`, `gasUsed`, `gasPrice` and `logs`.',
    source: 'index and node',
  }),
  gettxreceiptstatus: action({
    summary: 'Status of a receipt',
    parameters: { txhash },
    result: '`status`: 1, 0, or empty before Byzantium and while the transaction is not mined.',
    source: 'index and node',
  }),
}
