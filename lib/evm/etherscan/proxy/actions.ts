import { action, type EtherscanAction } from '#lib/evm/etherscan/kit/action.ts'
import {
  type ActionParameter,
  addressForm,
  flagForm,
  hashForm,
  hexForm,
  needed,
  optionally,
  quantityForm,
  tagForm,
  withDefault,
} from '#lib/evm/etherscan/kit/parameter-forms.ts'

const tag = withDefault(tagForm, 'latest', 'The block. Default: latest.')
const address = needed(addressForm, 'The account.')
const txhash = needed(hashForm, 'The transaction.')
const index = needed(quantityForm, 'The position in the block.')
const to = needed(addressForm, 'The contract.')
const data = optionally(hexForm, 'Calldata.')
const amount = (of: string) => optionally(quantityForm, of)
/** What Etherscan's documentation leaves out of `eth_call`, and ethers sends. */
const sent = {
  from: optionally(addressForm, 'The sender. Default: the zero address.'),
  data,
  value: amount('Value sent.'),
  gas: amount('Most gas.'),
  gasLimit: amount('The same, as ethers names it.'),
  gasPrice: amount('Price of gas.'),
}

const forwarded = <const Parameters extends Readonly<Record<string, ActionParameter>>>(
  summary: string,
  parameters: Parameters,
  more: Partial<EtherscanAction> = {},
) => action<Parameters>({ ...more, summary, parameters, result: 'What the node answers.', source: 'node' })

/** Methods of the node that are passed on. */
export const proxyActions = {
  eth_blockNumber: forwarded('Newest block', {}),
  eth_getBlockByNumber: forwarded('Block', { tag, boolean: withDefault(flagForm, false, 'Whole transactions.') }),
  eth_getUncleByBlockNumberAndIndex: forwarded('Uncle', { tag, index }),
  eth_getBlockTransactionCountByNumber: forwarded('Number of transactions of a block', { tag }),
  eth_getTransactionByHash: forwarded('Transaction', { txhash }),
  eth_getTransactionByBlockNumberAndIndex: forwarded('Transaction by its place', { tag, index }),
  eth_getTransactionCount: forwarded('Nonce of an account', { address, tag }),
  eth_getTransactionReceipt: forwarded('Receipt', { txhash }),
  eth_sendRawTransaction: forwarded(
    'Send a transaction',
    { hex: needed(hexForm, 'The signed transaction.') },
    { description: 'Needs `SEND_TRANSACTIONS=on`.', isPosted: true },
  ),
  eth_call: forwarded('Call of a contract', { to, ...sent, tag }),
  eth_estimateGas: forwarded('Gas of a transaction', {
    to: optionally(addressForm, 'The contract. Without it, one is created.'),
    ...sent,
  }),
  eth_getCode: forwarded('Code of a contract', { address, tag }),
  eth_getStorageAt: forwarded('Storage of a contract', {
    address,
    position: needed(quantityForm, 'The slot.'),
    tag,
  }),
  eth_gasPrice: forwarded('Price of gas', {}),
}
