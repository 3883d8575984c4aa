import { fieldsOf, listOf, textOf } from '#components/aptos/parts/values/move-json.ts'

/** What a payload calls: an entry function, directly or for a multisig account, or a script. */
export type SentCall = {
  kind: 'function' | 'script'
  /** The function; undefined for a script. */
  name: string | undefined
  typeArguments: string[]
  arguments: unknown[]
  /** The account for which the call is made. */
  multisig: string | undefined
  /** Of a script, whose ABI the node reads from its bytecode: the types of its parameters. */
  params: string[] | undefined
  bytecode: string | undefined
}

/** Undefined for another payload, and for one that executes what was proposed on chain. */
export const sentCall = (payload: unknown): SentCall | undefined => {
  const outer = fieldsOf(payload)
  const isMultisig = outer.type === 'multisig_payload'
  const fields = isMultisig ? fieldsOf(outer.transaction_payload) : outer
  const name = textOf(fields.function)
  const code = fieldsOf(fields.code)
  const bytecode = textOf(code.bytecode)
  if (name === undefined && bytecode === undefined) return undefined
  const params = fieldsOf(code.abi).params
  return {
    kind: name === undefined ? 'script' : 'function',
    name,
    typeArguments: listOf(fields.type_arguments).flatMap((type) => textOf(type) ?? []),
    arguments: listOf(fields.arguments),
    multisig: isMultisig ? textOf(outer.multisig_address) : undefined,
    params: Array.isArray(params) ? params.flatMap((type) => textOf(type) ?? []) : undefined,
    bytecode,
  }
}
