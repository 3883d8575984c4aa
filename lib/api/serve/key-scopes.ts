import { ServiceError } from '#lib/base/errors.ts'
import type { Admission } from './admission.ts'

/** Refuses a key that lacks one of the scopes. Callers without `scopes` (the operator's keys, the explorer's pages) may use all. */
export const withScopes = (admission: Admission, required: readonly string[]): Admission => {
  const { refused, scopes } = admission
  const missing = required.filter((scope) => scopes !== undefined && !scopes.includes(scope))
  if (refused !== undefined || missing.length === 0) return admission
  const text = `This API key lacks the scope ${missing.join(' and ')}. It has: ${scopes?.join(', ') || 'none'}.`
  return { ...admission, refused: new ServiceError('forbidden', text) }
}
