import type { MoveStruct } from '#lib/aptos/chain/rpc/state.ts'
import type { AptosStructDefinition } from './contract.ts'

/** A struct of a module, with the module in its name. */
export const structDefinition = (module: string, struct: MoveStruct): AptosStructDefinition => ({
  name: `${module}::${struct.name}`,
  abilities: struct.abilities,
  type_parameters: struct.generic_type_params.length,
  is_event: struct.is_event,
  fields: struct.fields,
  is_enum: struct.is_enum,
  ...(struct.is_enum && { variants: struct.variants }),
})
