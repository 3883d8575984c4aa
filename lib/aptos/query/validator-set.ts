import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { hash, u64 } from '#lib/aptos/chain/rpc/node-answers.ts'

/** A resource of 0x1. */
export const validatorSetType = '0x1::stake::ValidatorSet'

export const validatorsMax = 100_000

const validator = z.object({
  addr: hash,
  voting_power: u64,
  config: z.object({ validator_index: u64 }),
})
/** The fields of the resource. */
export const validatorSet = z.object({
  active_validators: z.array(validator).max(validatorsMax),
  pending_active: z.array(validator).max(validatorsMax),
  pending_inactive: z.array(validator).max(validatorsMax),
})

/** The stake pools of all validators, each once: active, leaving and joining ones. */
export const validatorPools = (set: z.output<typeof validatorSet>): string[] => [
  ...new Set(
    [...set.active_validators, ...set.pending_inactive, ...set.pending_active].map(
      ({ addr }) => aptosAddress(addr) ?? addr,
    ),
  ),
]

export type Validator = z.output<typeof validator>
