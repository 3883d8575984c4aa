import { action } from '#lib/evm/etherscan/kit/action.ts'
import { pageParameters } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { addressForm, needed, numberForm, withDefault } from '#lib/evm/etherscan/kit/parameter-forms.ts'

/** Etherscan returns 1,000; the code of each is asked of the node. */
export const topHoldersMax = 100

const contractaddress = needed(addressForm, 'The token.')
const whole = 'Only for tokens whose transfers are all indexed, and whose balances follow from them.'

export const tokenActions = {
  tokeninfo: action({
    summary: 'What a token says of itself',
    parameters: { contractaddress },
    result:
      'A list with one object: `tokenName`, `symbol`, `divisor`, `tokenType`, `totalSupply`, and empty texts for what a chain does not know.',
    source: 'index and node',
  }),
  tokenholderlist: action({
    summary: 'Holders of an ERC-20 token',
    description: `The largest first. ${whole}`,
    parameters: { contractaddress, ...pageParameters },
    result: 'Rows of `TokenHolderAddress` and `TokenHolderQuantity` in the smallest unit.',
    source: 'index',
  }),
  tokenholdercount: action({
    summary: 'Number of holders of an ERC-20 token',
    description: whole,
    parameters: { contractaddress },
    result: 'The number, as text.',
    source: 'index',
  }),
  getToken: action({
    summary: 'A token, as Blockscout describes it',
    parameters: { contractaddress },
    result: '`contractAddress`, `name`, `symbol`, `decimals`, `totalSupply`, `type` and `cataloged`.',
    source: 'index and node',
  }),
  getTokenHolders: action({
    summary: 'Holders of an ERC-20 token, as Blockscout lists them',
    description: `The largest first. ${whole}`,
    parameters: { contractaddress, ...pageParameters },
    result: 'Rows of `address` and `value` in the smallest unit.',
    source: 'index',
  }),
  topholders: action({
    summary: 'Largest holders of an ERC-20 token',
    description: whole,
    parameters: {
      contractaddress,
      offset: withDefault(numberForm, topHoldersMax, `Rows, ${topHoldersMax} at most.`),
    },
    result:
      'Rows of `TokenHolderAddress`, `TokenHolderQuantity` in whole tokens, and `TokenHolderAddressType`: C for a contract, E for others.',
    source: 'index and node',
  }),
}
