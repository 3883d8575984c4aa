import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, flag, record, text, timestamp } from '#lib/api/record.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const tag = 'Aptos validators'

const aptosValidator = record({
  pool_address: addressRecord().describe('The stake pool of the validator.'),
  state: z
    .enum(['active', 'leaving', 'joining'])
    .describe('`leaving`: active until the end of the epoch. `joining`: active from the next epoch.'),
  validator_index: decimal().nullable().describe('By which blocks of the epoch name it; null for one that joins.'),
  voting_power: decimal().describe('In octas.'),
  successful_proposals: decimal().nullable().describe('Blocks proposed in this epoch; null if it is not active.'),
  failed_proposals: decimal().nullable().describe('Proposals missed in this epoch.'),
})

const aptosValidators = record({
  ledger_version: decimal().describe('The ledger version that the state was read at.'),
  epoch: decimal(),
  epoch_started_at: timestamp().nullable().describe('Null in the first epoch.'),
  epoch_seconds: count().describe('How long an epoch lasts.'),
  total_voting_power: decimal().describe('Of the validators that are active, in octas.'),
  result: z.array(aptosValidator).describe('By voting power, highest first.'),
})

const validatorPool = record({
  pool_address: addressRecord().describe('The stake pool.'),
  operator_address: addressRecord().describe('The account that runs the validator.'),
  voter_address: addressRecord().describe('The account that votes on proposals with its stake.'),
  locked_until: timestamp().nullable().describe('The end of the lockup; null if its stake was never locked.'),
  is_delegation_pool: flag().describe('Whether anyone can delegate stake to it.'),
  commission_percent: z
    .number()
    .nullable()
    .describe(
      'The share of the rewards of its delegators that the operator keeps; null if it is not a delegation pool.',
    ),
})

const aptosValidatorPools = record({
  ledger_version: decimal().describe(
    'The ledger version that the state was read at; pools may be read up to ten minutes earlier.',
  ),
  unknown: count().describe(
    'Pools that could not be read. Accounts of validators without a stake pool at this version are left out.',
  ),
  note: text().nullable().describe('Why one could not be read.'),
  result: z.array(validatorPool).describe('In the order of “Get validators”, at most 1,000.'),
})

const aptosGasPrice = record({
  low: decimal().nullable().describe('For transactions that can wait.'),
  regular: decimal(),
  high: decimal().nullable().describe('For transactions that are urgent.'),
})

/** Validators and gas price of Aptos, from full nodes. */
export const aptosValidatorApi = endpointsOf(aptosExplorerRoot, {
  aptosValidators: endpoint({
    path: '/aptos/validators',
    summary: 'Get validators',
    description:
      'The validator set of an epoch, with the blocks that each validator proposed or missed in it. State that the node has ' +
      'pruned returns 503 `not_available`.',
    tag,
    input: z.object({
      network: params.network(),
      ledger_version: params
        .u64()
        .optional()
        .describe('Reads the state after this version. Default: the newest version.'),
    }),
    output: aptosValidators,
    example: {
      input: { network: 'mainnet' },
      output: {
        ledger_version: '3341005123',
        epoch: '12873',
        epoch_started_at: '2025-08-29T10:15:04.512Z',
        epoch_seconds: 7200,
        total_voting_power: '87294542698457000',
        result: [
          {
            pool_address: '0x99d623e94981c2a6d41306785d69d66c237c6d3ac305cb6f32307785fde7fda2',
            state: 'active',
            validator_index: '17',
            voting_power: '2172945426928570',
            successful_proposals: '412',
            failed_proposals: '1',
          },
        ],
      },
    },
  }),
  aptosValidatorPools: endpoint({
    path: '/aptos/validators/pools',
    summary: 'Get stake pools of validators',
    description:
      'Who runs each validator, who votes with its stake, until when that is locked, and the commission of delegation pools: the ' +
      'state of each stake pool, read from a full node. Takes some seconds at first; pools are kept for ten minutes.',
    tag,
    input: z.object({
      network: params.network(),
      ledger_version: params
        .u64()
        .optional()
        .describe('Reads the state after this version. Default: the newest version.'),
    }),
    output: aptosValidatorPools,
    example: {
      input: { network: 'mainnet' },
      output: {
        ledger_version: '3341005123',
        unknown: 0,
        note: null,
        result: [
          {
            pool_address: '0x99d623e94981c2a6d41306785d69d66c237c6d3ac305cb6f32307785fde7fda2',
            operator_address: '0x1b2cb5d6f1bd7f9b6cf0f3a0d2a15c5ea1a2d2e2f38a76d3dd0f1d0c0f2b9e47',
            voter_address: '0x1b2cb5d6f1bd7f9b6cf0f3a0d2a15c5ea1a2d2e2f38a76d3dd0f1d0c0f2b9e47',
            locked_until: '2025-09-12T08:30:00.000Z',
            is_delegation_pool: true,
            commission_percent: 7.5,
          },
        ],
      },
    },
  }),
  aptosGasPrice: endpoint({
    path: '/aptos/gas-price',
    summary: 'Get gas price estimate',
    description:
      "The full node's estimate of the price of a unit of gas, in octas. Nodes without an estimate return 503 `not_available`.",
    tag,
    input: z.object({ network: params.network() }),
    output: aptosGasPrice,
    example: { input: { network: 'mainnet' }, output: { low: '100', regular: '100', high: '150' } },
  }),
})

export type AptosValidatorApi = typeof aptosValidatorApi
export type AptosValidators = z.output<typeof aptosValidators>
export type AptosValidator = z.output<typeof aptosValidator>
export type AptosValidatorPool = z.output<typeof validatorPool>
export type AptosValidatorPools = z.output<typeof aptosValidatorPools>
export type AptosGasPrice = z.output<typeof aptosGasPrice>
