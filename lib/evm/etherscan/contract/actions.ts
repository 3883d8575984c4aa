import { action } from '#lib/evm/etherscan/kit/action.ts'
import { pageParameters } from '#lib/evm/etherscan/kit/list-parameters.ts'
import {
  addressesForm,
  addressForm,
  needed,
  numberForm,
  optionally,
  textForm,
  withDefault,
  wordForm,
} from '#lib/evm/etherscan/kit/parameter-forms.ts'

/** Rows of contracts, each with its sources. */
export const listedMax = 20
/** Etherscan returns five. */
const createdMax = 5

const verified = needed(addressForm, 'The contract.')

export const contractActions = {
  getabi: action({
    summary: 'ABI of a verified contract',
    parameters: { address: verified },
    result: 'The ABI, as JSON text.',
    source: 'index and node',
    isOpen: true,
  }),
  getsourcecode: action({
    summary: 'Source code of a verified contract',
    description: 'A contract that is not verified has one entry of empty texts.',
    parameters: { address: verified },
    result:
      'A list with one object: `SourceCode` (standard JSON in one more pair of braces), `ABI`, `ContractName`, `CompilerVersion` and settings.',
    source: 'index and node',
    isOpen: true,
  }),
  getcontractcreation: action({
    summary: 'Creation of contracts',
    parameters: { contractaddresses: needed(addressesForm(createdMax), 'The contracts.') },
    result:
      'Rows of `contractAddress`, `contractCreator`, `txHash`, `blockNumber`, `timestamp`, `contractFactory` and `creationBytecode`.',
    source: 'index and node',
  }),
  verifysourcecode: action({
    summary: 'Verify source code',
    description:
      'Further parameters as on Etherscan: `optimizationUsed`, `runs`, `evmversion`, `libraryname1`, `libraryaddress1`.',
    parameters: {
      contractaddress: needed(addressForm, 'The contract.'),
      codeformat: optionally(textForm('solidity-single-file or solidity-standard-json-input'), 'Form of the sources.'),
      sourceCode: optionally(textForm('source code', Number.POSITIVE_INFINITY), 'One file, or standard JSON input.'),
      contractname: optionally(textForm('a contract such as src/Token.sol:Token'), 'Name of the contract.'),
      compilerversion: optionally(textForm('a version such as v0.8.30+commit.73712a01'), 'Version of the compiler.'),
    },
    result: 'The id of the verification, for `checkverifystatus`.',
    source: 'index and node',
    isOpen: true,
    isPosted: true,
  }),
  listcontracts: action({
    summary: 'Contracts that were verified here, as Blockscout lists them',
    description: 'The last verified first.',
    parameters: {
      filter: withDefault(wordForm('verified'), 'verified', 'Only verified ones are listed.'),
      page: pageParameters.page,
      offset: withDefault(numberForm, 10, `Rows of a page, ${listedMax} at most. Default: 10.`),
    },
    result: 'Rows of `Address` and what `getsourcecode` returns.',
    source: 'index and node',
  }),
  verifyproxycontract: action({
    summary: 'Find the implementation of a proxy',
    description: 'Nothing waits: the id says what is asked, and `checkproxyverification` looks at once.',
    parameters: {
      address: needed(addressForm, 'The proxy.'),
      expectedimplementation: optionally(addressForm, 'The contract that it should forward to.'),
    },
    result: 'The id for `checkproxyverification`.',
    source: 'node',
    isOpen: true,
  }),
  checkproxyverification: action({
    summary: 'The implementation of a proxy',
    parameters: { guid: needed(textForm('an id', 100), 'The id that `verifyproxycontract` returned.') },
    result: 'A sentence with the proxy and its implementation, as Etherscan writes it.',
    source: 'index and node',
    isOpen: true,
  }),
  checkverifystatus: action({
    summary: 'State of a verification',
    parameters: { guid: needed(textForm('an id'), 'The id that `verifysourcecode` returned.') },
    result: '`Pending in queue`, `Pass - Verified` or `Fail - Unable to verify`.',
    source: 'index',
    isOpen: true,
  }),
}
