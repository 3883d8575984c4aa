import { action } from '#lib/evm/etherscan/kit/action.ts'
import { needed, numberForm, withDefault, wordForm } from '#lib/evm/etherscan/kit/parameter-forms.ts'

const blockno = needed(numberForm, 'The number of the block.')

export const blockActions = {
  getblocknobytime: action({
    summary: 'Block by time',
    parameters: {
      timestamp: needed(numberForm, 'Unix seconds.'),
      closest: withDefault(wordForm('before', 'after'), 'before', 'Side of the time. Default: before.'),
    },
    result: 'The number of the block, as text.',
    source: 'index and node',
  }),
  getblockreward: action({
    summary: 'Reward of a block',
    description: 'What its fee recipient got: fees without the burnt part, and new coins before the Merge.',
    parameters: { blockno },
    result: '`blockNumber`, `timeStamp`, `blockMiner`, `blockReward`, `uncles` and `uncleInclusionReward`.',
    source: 'index and node',
  }),
  getblocktxnscount: action({
    summary: 'Number of transactions of a block, by kind',
    parameters: { blockno },
    result:
      'Numbers: `block`, `txsCount`, `internalTxsCount` (null where the block is not traced), `erc20TxsCount`, `erc721TxsCount` and `erc1155TxsCount`.',
    source: 'index',
  }),
  eth_block_number: action({
    summary: 'Newest block, as Blockscout answers it',
    parameters: {},
    result: 'The number of the newest indexed block in hex, in the form of a node.',
    source: 'index',
  }),
  getblockcountdown: action({
    summary: 'Time until a block',
    parameters: { blockno },
    result: '`CurrentBlock`, `CountdownBlock`, `RemainingBlock` and `EstimateTimeInSec`.',
    source: 'index',
  }),
}
