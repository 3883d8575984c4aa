import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { record, text } from '#lib/api/record.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const tag = 'Aptos names'
const example = '0x903b74c4dcd7956832f79ead17c716044342c8e4997d8a5f8288227244263a0e'

/** Names of the Aptos Names Service, from full nodes. */
export const aptosNameApi = endpointsOf(aptosExplorerRoot, {
  aptosName: endpoint({
    path: '/aptos/names/:name',
    summary: 'Get address by name',
    description:
      'The address that a name of the Aptos Names Service points to. A name that points to none, or has expired, returns 404. ' +
      'Networks without the service return 503 `not_available`.',
    tag,
    input: z.object({
      name: params.aptosName().describe('A name such as alice.apt or pay.alice.apt.'),
      network: params.network(),
    }),
    output: record({ name: text(), address: addressRecord() }),
    example: { input: { name: 'alice.apt' }, output: { name: 'alice.apt', address: example } },
  }),
  aptosAccountName: endpoint({
    path: '/aptos/accounts/:address/name',
    summary: 'Get name by account',
    description:
      'The name that an account has chosen in the Aptos Names Service. Only a name that points back to the account is returned. ' +
      'Networks without the service return 503 `not_available`.',
    tag,
    input: z.object({ address: params.address().describe('The account.'), network: params.network() }),
    output: record({ address: addressRecord(), name: text().nullable() }),
    example: { input: { address: example }, output: { address: example, name: 'alice.apt' } },
  }),
})

export type AptosNameApi = typeof aptosNameApi
