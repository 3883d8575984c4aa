import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { jsonValue } from '#lib/api/input/parse-json.ts'
import { flag, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const itemsMax = 2_000

const abi = () =>
  jsonValue(
    {
      type: 'ABI',
      accepts: `a JSON list of up to ${itemsMax} items of an ABI`,
      json: { type: 'array', items: { type: 'object' }, maxItems: itemsMax },
      fault: 'is not an ABI',
    },
    z.array(z.record(z.string(), z.unknown())).max(itemsMax),
  )

const argumentValues = () =>
  jsonValue(
    {
      type: 'arguments',
      accepts: 'a JSON object with a value for the name of each input of the function',
      json: { type: 'object' },
      fault: 'is not an object of values by name',
    },
    z.record(z.string(), z.unknown()),
  )

/** A function of a contract by an ABI that the caller gives. */
export const runFunctionEndpoints = endpointsOf(evmRoot, {
  contractFunction: endpoint({
    method: 'POST',
    path: '/api/v2/:address/function',
    inQuery: ['chain', 'function_name'],
    summary: 'Run contract function',
    description:
      'Calls a function on a node after the newest indexed block, by the ABI in the request; nothing is sent to the chain. ' +
      'The response is the returned value: numbers as decimal text, lists and tuples as lists; of several values, an object by ' +
      'place and by name. A call that reverts returns 400 with its reason. Inputs without a name are named by their place: `0`.',
    tag: 'Contracts',
    input: z.object({
      address: params.address().describe('The contract.'),
      chain: params.chain(),
      function_name: parameters
        .text({ max: 500 })
        .describe('The name of the function, or its signature where the ABI has several of that name.'),
      abi: abi().describe('The ABI of the contract, or only the item of the function.'),
      params: argumentValues().optional().describe('The arguments by name.'),
    }),
    isNotFound: false,
    output: z.union([text(), flag(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
    example: {
      input: {
        address: examples.token,
        chain: 'eth',
        function_name: 'balanceOf',
        abi: [
          {
            type: 'function',
            name: 'balanceOf',
            stateMutability: 'view',
            inputs: [{ name: 'account', type: 'address' }],
            outputs: [{ name: '', type: 'uint256' }],
          },
        ],
        params: { account: examples.wallet },
      },
      output: '1500000000000000000',
    },
  }),
})
