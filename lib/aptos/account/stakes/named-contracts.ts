import * as z from 'zod'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { SentNodeTransaction } from '#lib/aptos/chain/rpc/account.ts'

const first = z.union([z.string().transform((one) => [one]), z.array(z.string())])
const withArguments = z.looseObject({ arguments: z.tuple([first], z.unknown()) })

/**
 * The addresses that are the first argument of successful calls of these functions, also in a vector, each with the newest
 * version that names it; newest first.
 */
export const namedContracts = (
  sent: readonly SentNodeTransaction[],
  functions: RegExp,
): { address: string; version: string }[] => {
  const named = new Map<string, string>()
  for (const { payload, success, version } of sent) {
    if (!success || !functions.test(payload.function ?? '')) continue
    const [written = []] = withArguments.safeParse(payload).data?.arguments ?? []
    for (const address of written.flatMap((one) => aptosAddress(one) ?? [])) {
      // Last in the order of the map.
      named.delete(address)
      named.set(address, version)
    }
  }
  return [...named].reverse().map(([address, version]) => ({ address, version }))
}
