import type { CallContext } from '#lib/api/endpoint.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import { recordOf } from '#lib/base/typed-keys.ts'
import { callsOf } from './client.ts'

/** One service made of several that have the same endpoints: each call goes to the one that `pick` returns for its input. */
export const pickService = <S extends object>(all: readonly S[], pick: (input: RawParameters) => S): S => {
  const [first, ...others] = all
  if (first !== undefined && others.length === 0) return first
  const names = Object.keys(first ?? {})
  return recordOf<string, unknown>(
    names,
    (name) => async (input: RawParameters, context?: CallContext) => callsOf(pick(input))[name]?.(input, context),
  ) as unknown as S
}
