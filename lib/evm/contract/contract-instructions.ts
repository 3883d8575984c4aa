import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { isHex } from '#lib/base/hex.ts'
import { disassemble } from '#lib/evm/bytecode/disassemble.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { contractSourceEndpoints } from './code-contract.ts'
import { needsNodeForContracts } from './contract-state.ts'

/** A part of the disassembled code of a contract. */
export const contractInstructionsQuery =
  (context: EvmQueryContext): Service<typeof contractSourceEndpoints>['evmContractInstructions'] =>
  async ({ address, from_offset, limit, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    if (!context.node.code || !isHex(address)) throw needsNodeForContracts(chain)
    const block = await stateBlockOf(context, chain, undefined)
    const all = disassemble(toBytes(await context.node.code(chain, address, block, call?.signal)))
    const start = all.findIndex(({ at }) => at >= from_offset)
    const first = start === -1 ? all.length : start
    const shown = all.slice(first, first + limit)
    const next = all[first + limit]
    return {
      address,
      block_number: String(block.number),
      instruction_count: all.length,
      first_index: first,
      next_offset: next ? next.at : null,
      result: shown.map(({ at, name, value }) => ({
        offset: at,
        name,
        value: value === undefined ? null : `0x${value}`,
      })),
    }
  }
