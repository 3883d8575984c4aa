import * as z from 'zod'

const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** A full node's ledger info: `GET /v1`. Heights and versions are those that the node still keeps. */
export const aptosLedger = z
  .object({
    chain_id: count,
    epoch: count,
    ledger_version: count,
    oldest_ledger_version: count,
    /** Microseconds since 1970. */
    ledger_timestamp: count,
    block_height: count,
    oldest_block_height: count,
  })
  .transform((ledger) => ({
    chainId: ledger.chain_id,
    epoch: ledger.epoch,
    newestVersion: ledger.ledger_version,
    oldestVersion: ledger.oldest_ledger_version,
    newestHeight: ledger.block_height,
    oldestHeight: ledger.oldest_block_height,
    /** Microseconds since 1970. */
    timestamp: ledger.ledger_timestamp,
  }))

export type AptosLedger = z.output<typeof aptosLedger>

const headerNames = {
  chain_id: 'x-aptos-chain-id',
  epoch: 'x-aptos-epoch',
  ledger_version: 'x-aptos-ledger-version',
  oldest_ledger_version: 'x-aptos-ledger-oldest-version',
  ledger_timestamp: 'x-aptos-ledger-timestampusec',
  block_height: 'x-aptos-block-height',
  oldest_block_height: 'x-aptos-oldest-block-height',
} as const

/** The same from the headers of a full node's responses; undefined if a proxy drops one of them. */
export const ledgerOfHeaders = (headers: Pick<Headers, 'get'>): AptosLedger | undefined => {
  const fields = Object.entries(headerNames).map(([field, name]) => [field, headers.get(name) ?? undefined])
  const read = aptosLedger.safeParse(Object.fromEntries(fields))
  return read.success ? read.data : undefined
}
