import Moralis from 'moralis-latest'
import { createSdk } from './sdk.ts'
import { holdSdkContract } from './sdk-contract.ts'

/* The newest release: it knows `/api/v2.2`, and no longer E3, E8, E10 and E11. */

holdSdkContract(createSdk(Moralis), '2.27.2', '/api/v2.2')
