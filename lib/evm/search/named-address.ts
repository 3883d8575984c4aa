import type { Output } from '#lib/api/endpoint.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { nameFacts } from '#lib/evm/ens/name-facts.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { searchEndpoints } from './contract.ts'

type SearchedName = NonNullable<Output<(typeof searchEndpoints)['evmSearch']>['name']>

/** Labels joined by dots, without spaces and the signs of links. */
const nameForm = /^[^\s.:/?#@]{1,63}(?:\.[^\s.:/?#@]{1,63}){1,8}$/u

const unread = {
  address: null,
  is_expired: false,
  expires_at: null,
  warning: null,
  block_number: null,
  read_at: null,
} as const

/**
 * The ENS name that a text may mean; undefined if it does not look like one. Names of DNS resolve too, but only a
 * `.eth` name without an address is worth a sentence.
 */
export const searchedName = async (
  { names }: Pick<EvmQueryContext, 'names'>,
  text: string,
  signal: AbortSignal | undefined,
): Promise<SearchedName | undefined> => {
  const name = text.trim()
  if (!nameForm.test(name)) return undefined
  const isEns = name.toLowerCase().endsWith('.eth')
  const without = (status: SearchedName['status']) => (isEns ? { status, name, ...unread } : undefined)
  if (!names) return without('off')
  try {
    const found = await names.addressOf(name, signal)
    if (!found) return without('unknown')
    const status = found.isExpired ? 'expired' : 'resolved'
    return { status, name: found.name, address: found.address, ...nameFacts(found) }
  } catch (error) {
    signal?.throwIfAborted()
    if (!isServiceError(error)) throw error
    return without('failed')
  }
}
