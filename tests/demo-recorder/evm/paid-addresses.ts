import type { Address } from 'viem'
import { z } from 'zod'

const frame = z.object({
  to: z.string().optional(),
  value: z.string().optional(),
  calls: z.array(z.unknown()).optional(),
})

/** Every address that a traced call paid, in order: their balances are recorded too. */
export const paidAddresses = (traces: Readonly<Record<string, unknown>>): Address[] => {
  const paid = new Set<Address>()
  const visit = (raw: unknown): void => {
    const { to, value = '0x0', calls = [] } = frame.parse(raw)
    if (to !== undefined && BigInt(value) > 0n) paid.add(`0x${to.slice(2)}`)
    for (const call of calls) visit(call)
  }
  for (const trace of Object.values(traces)) visit(trace)
  return [...paid].sort()
}
