import Moralis from 'moralis'
import { createSdk } from './sdk.ts'
import { holdSdkContract } from './sdk-contract.ts'

/* The last release that speaks all of the interface. */

holdSdkContract(createSdk(Moralis), '2.22.5', '/api/v2')
