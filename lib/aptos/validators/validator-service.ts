import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { u64 } from '#lib/aptos/chain/rpc/block.ts'
import { type AptosNetwork, type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { type Validator, validatorSet, validatorSetType, validatorsMax } from '#lib/aptos/query/validator-set.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { AptosValidator, AptosValidatorApi } from './contract.ts'
import { createValidatorPools } from './validator-pools.ts'

const framework = '0x1'

const performance = z.object({
  validators: z.array(z.object({ successful_proposals: u64, failed_proposals: u64 })).max(validatorsMax),
})
const blockResource = z.object({ epoch_interval: u64 })
const configuration = z.object({ epoch: u64, last_reconfiguration_time: u64 })

type Performance = z.output<typeof performance>['validators']

/** The validator set and its stake pools, from the resources of 0x1, and the gas price estimate of full nodes. */
export const createAptosValidatorService = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
): Service<AptosValidatorApi> => ({
  aptosValidatorPools: createValidatorPools(nodes, defaultNetwork),
  aptosValidators: async ({ network = defaultNetwork, ledger_version }, context) => {
    const { state } = nodeOf(nodes, network)
    const signal = context?.signal
    const version = await state.version(ledger_version, signal)
    const read = async <T>(type: string, schema: z.ZodType<T>): Promise<T> => {
      const found = schema.safeParse(await state.resource(framework, type, version, signal))
      if (found.success) return found.data
      throw new ServiceError('not_available', `The Aptos node has no readable ${type} at version ${version}.`)
    }
    const [set, { validators }, { epoch_interval }, { epoch, last_reconfiguration_time }] = await Promise.all([
      read(validatorSetType, validatorSet),
      read('0x1::stake::ValidatorPerformance', performance),
      read('0x1::block::BlockResource', blockResource),
      read('0x1::reconfiguration::Configuration', configuration),
    ])
    const active = [...set.active_validators, ...set.pending_inactive]
    const result = [
      ...set.active_validators.map((one) => recordOf(one, 'active', validators)),
      ...set.pending_inactive.map((one) => recordOf(one, 'leaving', validators)),
      ...set.pending_active.map((one) => recordOf(one, 'joining', [])),
    ]
    return {
      ledger_version: String(version),
      epoch,
      epoch_started_at:
        last_reconfiguration_time === '0' ? null : new Date(Number(last_reconfiguration_time) / 1_000).toISOString(),
      epoch_seconds: Math.round(Number(epoch_interval) / 1_000_000),
      total_voting_power: String(active.reduce((sum, { voting_power }) => sum + BigInt(voting_power), 0n)),
      result: result.sort((a, b) => Number(BigInt(b.voting_power) - BigInt(a.voting_power))),
    }
  },
  aptosGasPrice: async ({ network = defaultNetwork }, context) => {
    const { low, regular, high } = await nodeOf(nodes, network).gasPrice(context?.signal)
    return { low, regular, high }
  },
})

const recordOf = (
  { addr, voting_power, config }: Validator,
  state: AptosValidator['state'],
  validators: Performance,
): AptosValidator => {
  const own = validators[Number(config.validator_index)]
  return {
    pool_address: aptosAddress(addr) ?? addr,
    state,
    validator_index: state === 'joining' ? null : config.validator_index,
    voting_power,
    successful_proposals: own?.successful_proposals ?? null,
    failed_proposals: own?.failed_proposals ?? null,
  }
}
