import { action } from '#lib/evm/etherscan/kit/action.ts'
import { blockParameters, pageParameters, sortParameter } from '#lib/evm/etherscan/kit/list-parameters.ts'
import {
  addressesForm,
  addressForm,
  hashForm,
  needed,
  numberForm,
  optionally,
  textForm,
  withDefault,
  wordForm,
} from '#lib/evm/etherscan/kit/parameter-forms.ts'

const balancesMax = 20

const list = { ...blockParameters, ...pageParameters, ...sortParameter }
const sides = {
  from: optionally(addressForm, 'Only from this address.'),
  to: optionally(addressForm, 'Only to this address.'),
  fromto_opr: optionally(wordForm('and', 'or'), 'How `from` and `to` are combined. Needed with both.'),
}
const transferList = {
  address: optionally(addressForm, 'The sender or receiver.'),
  contractaddress: optionally(addressForm, 'The token.'),
  ...sides,
  ...list,
}
const either = 'One of `address`, `contractaddress`, `from` and `to` is needed; `address` excludes `from` and `to`.'
const ofTransaction =
  'the block and the transaction of each (`hash`, `nonce`, `gas`, `gasPrice`, `gasUsed`, `cumulativeGasUsed`)'
const tag = withDefault(textForm('latest, or a block number'), 'latest', 'The block after which it is read.')
const account = needed(addressForm, 'The account.')
const token = needed(addressForm, 'The token.')
const blockno = needed(numberForm, 'The block after which it is read.')

export const addressActions = {
  balance: action({
    summary: 'Native balance of an address',
    parameters: { address: account, tag },
    result: 'The balance in the smallest unit, as text.',
    source: 'node',
  }),
  balancemulti: action({
    summary: 'Native balances of addresses',
    parameters: { address: needed(addressesForm(balancesMax), 'The accounts.'), tag },
    result: 'Rows of `account` and `balance`.',
    source: 'node',
  }),
  balancehistory: action({
    summary: 'Native balance of an address after a block',
    parameters: { address: account, blockno },
    result: 'The balance in the smallest unit, as text.',
    source: 'node',
  }),
  txlist: action({
    summary: 'Transactions of an address',
    description:
      'Sent by the address or to it, and the transaction that created it. `address`, or `from` and `to`, is needed.',
    parameters: { address: optionally(addressForm, 'The account.'), ...sides, ...list },
    result: 'Rows of a transaction with its receipt and the name of the called function.',
    source: 'index',
  }),
  txlistinternal: action({
    summary: 'Internal transactions',
    description:
      'Calls of contracts that have a value, creations and self-destructs, also those that failed: of an address, of a transaction with ' +
      '`txhash`, or of all with `startblock` and `endblock`. Needs `TRACES_<CHAIN>`; a transaction is traced by the node otherwise.',
    parameters: {
      address: optionally(addressForm, 'The sender, receiver, or created contract.'),
      txhash: optionally(hashForm, 'The transaction. Its blocks and pages are ignored.'),
      ...sides,
      ...list,
    },
    result: 'Rows of a call with its `type`, `value`, `gas`, `gasUsed`, `traceId`, `isError` and `errCode`.',
    source: 'index and node',
  }),
  tokentx: action({
    summary: 'ERC-20 transfers',
    description: either,
    parameters: transferList,
    result: `Transfers with \`value\` and the token's name, symbol and decimals, and ${ofTransaction}.`,
    source: 'index',
  }),
  tokennfttx: action({
    summary: 'ERC-721 transfers',
    description: either,
    parameters: transferList,
    result: `Transfers with \`tokenID\`, and ${ofTransaction}.`,
    source: 'index',
  }),
  token1155tx: action({
    summary: 'ERC-1155 transfers',
    description: either,
    parameters: transferList,
    result: `Transfers with \`tokenID\` and \`tokenValue\`, and ${ofTransaction}.`,
    source: 'index',
  }),
  getminedblocks: action({
    summary: 'Blocks of a fee recipient',
    description:
      'The reward is that of `getblockreward`. Uncles are known as hashes alone: they are only answered for blocks without.',
    parameters: {
      address: needed(addressForm, 'The fee recipient, before the Merge the miner.'),
      blocktype: withDefault(wordForm('blocks', 'uncles'), 'blocks', 'Default: blocks.'),
      ...blockParameters,
      ...pageParameters,
      sort: withDefault(wordForm('asc', 'desc'), 'desc', 'Order of the rows. Default: desc.'),
    },
    result: 'Rows of `blockNumber`, `timeStamp` and `blockReward`.',
    source: 'index and node',
  }),
  txsBeaconWithdrawal: action({
    summary: 'Withdrawals of validators to an address',
    parameters: { address: account, ...list },
    result: 'Rows of `withdrawalIndex`, `validatorIndex`, `address`, `amount` in Gwei, `blockNumber` and `timestamp`.',
    source: 'index',
  }),
  tokenbalance: action({
    summary: 'ERC-20 balance of an address',
    parameters: { contractaddress: token, address: account, tag },
    result: 'The balance in the smallest unit, as text.',
    source: 'node',
  }),
  addresstokenbalance: action({
    summary: 'ERC-20 tokens of an address',
    description:
      'Every token with a balance, also worthless ones. Only where all transfers of the address are indexed.',
    parameters: { address: account, ...pageParameters },
    result:
      'Rows of `TokenAddress`, `TokenName`, `TokenSymbol`, `TokenQuantity` in the smallest unit, and `TokenDivisor`.',
    source: 'index and node',
  }),
  addresstokennftbalance: action({
    summary: 'ERC-721 collections of an address',
    description: 'The largest first. Only where the whole chain is indexed.',
    parameters: { address: account, ...pageParameters },
    result: 'Rows of `TokenAddress`, `TokenName`, `TokenSymbol` and `TokenQuantity`, the number of its NFTs.',
    source: 'index',
  }),
  addresstokennftinventory: action({
    summary: 'NFTs of a collection that an address owns',
    description: 'The last received first. Only for collections whose transfers are all indexed.',
    parameters: { address: account, contractaddress: token, ...pageParameters },
    result: 'Rows of `TokenAddress` and `TokenId`.',
    source: 'index',
  }),
  fundedby: action({
    summary: 'First native coin that an address received',
    description: 'From a transaction or a contract. Needs `TRACES_<CHAIN>`, and all blocks up to that one.',
    parameters: { address: account },
    result: '`block`, `timeStamp`, `fundingAddress`, `fundingTxn` and `value`.',
    source: 'index',
  }),
  tokenbalancehistory: action({
    summary: 'ERC-20 balance of an address after a block',
    parameters: { contractaddress: token, address: account, blockno },
    result: 'The balance in the smallest unit, as text.',
    source: 'node',
  }),
}
