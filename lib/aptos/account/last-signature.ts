import * as z from 'zod'
import type { SentNodeTransaction } from '#lib/aptos/chain/rpc/account.ts'
import type { AptosSigner } from './contract.ts'

const keysMax = 32

const typedKey = z.object({ type: z.string().max(100), value: z.string().max(4_000).catch('') })
const signature = z.looseObject({
  type: z.string().max(100),
  public_key: z.union([z.string().max(4_000), typedKey]).optional(),
  public_keys: z
    .array(z.union([z.string().max(4_000), typedKey]))
    .max(keysMax)
    .optional(),
  threshold: z.number().int().optional(),
  signatures_required: z.number().int().optional(),
  sender: z.unknown().optional(),
  function_info: z.string().max(300).optional(),
})

/** Who signed the newest of these transactions of an account. */
export const lastSigner = (sent: readonly SentNodeTransaction[]): AptosSigner | null => {
  const last = sent.at(-1)
  return last ? signerOf(last.signature, last.version) : null
}

/** Who signed a transaction for its sender; null if that is not known. A fee payer and further signers are left out. */
const signerOf = (raw: unknown, version: string): AptosSigner | null => {
  const outer = signature.safeParse(raw).data
  const read = outer?.sender === undefined ? outer : signature.safeParse(outer.sender).data
  if (!read) return null
  const keys = read.public_keys ?? (read.public_key === undefined ? [] : [read.public_key])
  return {
    scheme: read.type.replace(/_signature$/, ''),
    keys: keys.map((key) => (typeof key === 'string' ? { type: 'ed25519', value: key } : key)),
    signatures_required: read.threshold ?? read.signatures_required ?? (keys.length === 1 ? 1 : null),
    authenticator: read.function_info ?? null,
    transaction_version: version,
  }
}
