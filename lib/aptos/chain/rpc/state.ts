import * as z from 'zod'

/** A resource as the node returns it; `data` follows the type's definition, and is all of an item in another form. */
export const moveResource = z
  .object({ type: z.string().min(1), data: z.unknown() })
  .catch(({ value }) => ({ type: 'unknown', data: value }))

const abilities = z.array(z.string())
const genericTypeParams = z.array(z.object({ constraints: abilities.catch([]) }).catch({ constraints: [] }))

const moveFunction = z.object({
  name: z.string(),
  visibility: z.string(),
  is_entry: z.boolean(),
  is_view: z.boolean().catch(false),
  generic_type_params: genericTypeParams,
  params: z.array(z.string()),
  return: z.array(z.string()),
})

const fields = z.array(z.object({ name: z.string(), type: z.string() })).catch([])

const moveStruct = z.object({
  name: z.string(),
  is_native: z.boolean(),
  is_event: z.boolean().catch(false),
  abilities,
  generic_type_params: genericTypeParams,
  fields,
  /** An enum of Move 2 has variants in place of fields; nodes before it leave both out. */
  is_enum: z.boolean().catch(false),
  variants: z.array(z.object({ name: z.string(), fields })).catch([]),
})

/** `GET /v1/accounts/{address}/module/{name}`. A node that cannot read the bytecode leaves the ABI out. */
export const moveModule = z.object({
  bytecode: z.string().regex(/^0x[0-9a-fA-F]*$/),
  abi: z
    .object({
      address: z.string(),
      name: z.string(),
      friends: z.array(z.string()),
      exposed_functions: z.array(moveFunction),
      structs: z.array(moveStruct),
    })
    .nullish()
    // The module is shown without an ABI in another form.
    .catch(null),
})

export type MoveResource = z.output<typeof moveResource>
export type MoveModule = z.output<typeof moveModule>
export type MoveStruct = z.output<typeof moveStruct>
