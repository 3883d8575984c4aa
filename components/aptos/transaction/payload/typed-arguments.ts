import type { TypedArgument } from '#components/aptos/parts/call/argument-list.tsx'
import { instantiate, moveTypeText, parseMoveType } from '#lib/aptos/api/format/move-type.ts'

type Parameters = { params: readonly string[]; names: readonly string[] | null }

/**
 * Arguments with the types and names of their parameters. Signers are parameters that no argument is sent for. Without
 * parameters, or with another number of them, nothing is known of an argument but its value.
 */
export const typedArguments = (
  values: readonly unknown[],
  typeArguments: readonly string[],
  known: Parameters | undefined,
): TypedArgument[] => {
  const types = typeArguments.map((text) => parseMoveType(text) ?? { name: text, args: [] })
  const sent = (known?.params ?? []).flatMap((type, index) =>
    isSigner(type) ? [] : [{ type, name: known?.names?.[index] }],
  )
  const fits = sent.length === values.length
  return values.map((value, index) => {
    const parameter = fits ? sent[index] : undefined
    const parsed = parameter && parseMoveType(parameter.type)
    return {
      name: parameter?.name,
      type: parsed ? moveTypeText(instantiate(parsed, types)) : parameter?.type,
      value,
    }
  })
}

const isSigner = (type: string): boolean => type === 'signer' || type === '&signer'
