import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { Fault, parameter } from '#lib/api/input/parameter.ts'
import { flag, hex, record } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'
import { givenAbi } from '#lib/evm/contract/code-contract.ts'

const tag = 'EVM explorer'
const address = () => params.address().describe('The contract.')

/** Characters of an ABI. */
export const givenAbiMax = 200_000

const abiText = () =>
  parameter<string, string>(
    {
      type: 'ABI',
      accepts: `an ABI as JSON text: an array, or an object with it as "abi", ${givenAbiMax} characters at most`,
      json: { type: 'string', maxLength: givenAbiMax },
    },
    (raw) => {
      if (typeof raw !== 'string') return new Fault('is not text')
      return raw.length > givenAbiMax ? new Fault(`has ${raw.length} characters`) : raw
    },
  )

/** ABIs that people give for contracts whose source code is not verified. */
export const givenAbiEndpoints = endpointsOf(evmExplorerRoot, {
  evmGiveContractAbi: endpoint({
    method: 'POST',
    path: '/evm/contracts/:address/abi',
    summary: 'Give an ABI of a contract',
    description:
      'Stores an ABI for a contract whose ABI is not known. It is shown as given and not proven, is used below every verified one, and ' +
      'only as long as the contract has the same code. Functions that the bytecode does not have are left out. It replaces an ABI ' +
      'that names fewer functions of the contract.',
    tag,
    input: z.object({
      address: address(),
      abi: abiText().describe('The ABI, as text. An artifact of a build tool is accepted too.'),
      chain: params.chain(),
    }),
    output: record({ address: hex(), abi_given: givenAbi }),
    example: {
      input: {
        address: examples.token,
        abi: '[{"type":"function","name":"totalSupply","inputs":[],"outputs":[{"type":"uint256"}],"stateMutability":"view"}]',
        chain: 'eth',
      },
      output: {
        address: examples.token,
        abi_given: { by: 'visitor' as const, at: '2022-12-08T16:35:11.000Z', function_count: 1 },
      },
    },
  }),
  evmRemoveContractAbi: endpoint({
    method: 'POST',
    path: '/evm/contracts/:address/abi/remove',
    summary: 'Remove a given ABI',
    description: 'Removes the ABI that somebody gave for a contract. Requires a key of the operator (`API_KEYS`).',
    tag,
    input: z.object({ address: address(), chain: params.chain() }),
    output: record({ address: hex(), is_removed: flag().describe('False if there was none.') }),
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: { address: examples.token, is_removed: true },
    },
  }),
})
