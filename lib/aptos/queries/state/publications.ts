import * as z from 'zod'
import { isoOfMicroseconds } from '#lib/aptos/contract/format/iso-of-microseconds.ts'
import type { AptosPublication } from '#lib/aptos/contract/state.ts'
import type { SentTransaction } from '#lib/aptos/node/account.ts'
import { BcsError, BcsReader } from '#lib/encoding/bcs-reader.ts'

const nameBytesMax = 256
const publishFunction = '0x1::code::publish_package_txn'

const withMetadata = z.looseObject({ arguments: z.tuple([z.string()], z.unknown()) })

/** Packages that these transactions published or upgraded at their sender's address, newest first. */
export const publicationsOf = (sent: readonly SentTransaction[]): AptosPublication[] =>
  sent
    .filter(({ success, payload }) => success && payload.function === publishFunction)
    .map(({ version, timestamp, payload }) => ({
      package_name: packageName(withMetadata.safeParse(payload).data?.arguments[0] ?? ''),
      transaction_version: version,
      transaction_timestamp: isoOfMicroseconds(timestamp),
    }))
    .reverse()

/** The name is the first field of the metadata. Null for metadata without one, or that cannot be read. */
const packageName = (metadata: string): string | null => {
  try {
    const bytes = Buffer.from(metadata.slice(2, 2 + 2 * (nameBytesMax + 2)), 'hex')
    return new BcsReader(bytes).text() || null
  } catch (error) {
    if (error instanceof BcsError) return null
    throw error
  }
}
