import Moralis from 'moralis-latest'
import { createSdk } from './sdk.ts'
import { holdSdkContract } from './sdk-contract.ts'

/* The newest release: it knows `/api/v2.2`, and no longer the search and the lists of ERC20 transfers, approvals and burns. */

holdSdkContract(createSdk(Moralis), '2.27.2', '/api/v2.2')
