import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const argument = record({
  name: text().nullable().describe('As in the stored source of the module; null if it does not name it.'),
  type: text().nullable().describe('The Move type of the parameter; null if it is unknown.'),
  value: z
    .unknown()
    .describe(
      'As a full node formats it, with long addresses. BCS bytes in hex if the type is unknown, or is another struct.',
    ),
})

const payload = record({
  kind: z
    .enum(['entry_function', 'script', 'hash', 'unknown'])
    .describe('`hash`: only the hash of the payload is stored on chain. `unknown`: see `note`.'),
  size: count().nullable().describe('Bytes of the stored payload; null if there is none.'),
  hash: hex().nullable().describe('SHA3-256 of the payload, if that is what is stored.'),
  function: text().nullable().describe('The address, module and name of an entry function.'),
  bytecode: hex().nullable().describe('Of a script.'),
  type_arguments: z.array(text()),
  arguments: z.array(argument).describe('Without the signer.'),
  note: text().nullable().describe('What could not be read, or would fail.'),
})

const proposal = record({
  sequence_number: decimal(),
  creator_address: addressRecord(),
  created_at: timestamp().nullable(),
  is_next: flag().describe('Whether it is the one to be executed or rejected now: the others wait for it.'),
  approvals: count().describe('Owners who approve it.'),
  rejections: count().describe('Owners who reject it.'),
  can_be_executed: flag().describe('Whether it is the next one and has enough approvals.'),
  can_be_rejected: flag().describe('Whether it is the next one and has enough rejections.'),
  votes: z
    .array(record({ owner_address: addressRecord(), vote: z.enum(['approved', 'rejected']).nullable() }))
    .describe('Of all owners; null for no vote yet. If there are more than 100, the first ones who voted.'),
  payload,
})

const proposals = record({
  address: addressRecord(),
  ledger_version: decimal().describe('The ledger version that the state was read at.'),
  owners: count(),
  signatures_required: decimal().describe('Approvals that execute a proposal, and rejections that remove it.'),
  total: decimal().describe('Open proposals.'),
  is_whole: flag().describe('False if the node did not return all proposals of this page.'),
  result: z.array(proposal).describe('In the order in which they will run.'),
})

const owner = '0x903b74c4dcd7956832f79ead17c716044342c8e4997d8a5f8288227244263a0e'
const secondOwner = '0xee76cdbe8630029bc1bc9555f3d6f3958f1a0fcce5a46087dcca3a806caabddc'

const example = {
  address: '0x3d2e0b6c5b7a9a1d9f3c1f6f0a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b',
  ledger_version: '3341005123',
  owners: 2,
  signatures_required: '2',
  total: '1',
  is_whole: true,
  result: [
    {
      sequence_number: '5',
      creator_address: owner,
      created_at: '2026-11-20T09:30:00.000Z',
      is_next: true,
      approvals: 1,
      rejections: 0,
      can_be_executed: false,
      can_be_rejected: false,
      votes: [
        { owner_address: owner, vote: 'approved' as const },
        { owner_address: secondOwner, vote: null },
      ],
      payload: {
        kind: 'entry_function' as const,
        size: 93,
        hash: null,
        function: '0x1::aptos_account::transfer',
        bytecode: null,
        type_arguments: [],
        arguments: [
          { name: 'to', type: 'address', value: secondOwner },
          { name: 'amount', type: 'u64', value: '250000000' },
        ],
        note: null,
      },
    },
  ],
}

/** What the owners of multisig accounts have proposed, from full nodes. */
export const aptosProposalApi = endpointsOf(aptosExplorerRoot, {
  aptosAccountProposals: endpoint({
    path: '/aptos/accounts/:address/proposals',
    summary: 'Get open proposals by account',
    description:
      'Proposals of a multisig account (`0x1::multisig_account`) that are neither executed nor rejected, with their votes and ' +
      'decoded payloads. Returns 404 `not_found` for other accounts, and 503 `not_available` for state that the node has pruned.',
    tag: 'Aptos state',
    input: z.object({
      address: params.address().describe('The multisig account.'),
      network: params.network(),
      ledger_version: params
        .u64()
        .optional()
        .describe('Reads the state after this version. Default: the newest version.'),
      limit: parameters.pageSize({ fallback: 20, max: 20 }).describe('The number of proposals.'),
      offset: parameters.integer({ max: 100_000 }).default(0).describe('Proposals to skip.'),
    }),
    output: proposals,
    example: { input: { address: example.address, limit: 20, offset: 0 }, output: example },
  }),
})

export type AptosProposalApi = typeof aptosProposalApi
export type AptosOpenProposals = z.output<typeof proposals>
export type AptosProposal = z.output<typeof proposal>
export type AptosProposalPayload = z.output<typeof payload>
export type AptosProposalArgument = z.output<typeof argument>
