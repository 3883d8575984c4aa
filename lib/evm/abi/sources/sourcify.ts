import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { createSharedCalls } from '#lib/base/shared-calls.ts'
import type { ContractSources, KnownSources } from '#lib/evm/abi/contract-sources.ts'
import type { AbiRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'
import { readSourcifySources, sourcesFields, type VerifiedSources } from './read-sourcify-sources.ts'

/** A verifier's response about a contract. `later` if it could not tell. */
type Later = { kind: 'later'; retryAfterSeconds: number | undefined; reason: string }
type NotVerified = { kind: 'not_verified' }
export type VerifierAnswer =
  | { kind: 'verified'; abi: string; match: string; implementations: Hex[] }
  | NotVerified
  | Later
type SourcesAnswer = ({ kind: 'verified'; characters: number } & VerifiedSources) | NotVerified | Later

export type AbiVerifier = {
  /** Never rejects. `address` in lower case. */
  lookUp(chain: number, address: Hex, signal?: AbortSignal): Promise<VerifierAnswer>
  close(): Promise<void>
}

type SourceVerifier = {
  /** Never rejects. `address` in lower case. */
  lookUpSources(chain: number, address: Hex, signal?: AbortSignal): Promise<SourcesAnswer>
}

type SourcifyOptions = { baseUrl: string; concurrency: number }

const answerBytesMax = 2 * 1024 * 1024
const totalMs = 10_000
/** Of all source files with the deployed code. */
const sourcesBytesMax = 16 * 1024 * 1024
/** A visitor waits for it. */
const sourcesMs = 5_000

const answerSchema = z.object({
  match: z.enum(['exact_match', 'match']).nullable(),
  abi: z.array(z.unknown()).nullish(),
  proxyResolution: z
    .object({ implementations: z.array(z.object({ address: z.string().regex(/^0x[0-9a-f]{40}$/i) })).max(200) })
    .nullish()
    .catch(null),
})

/**
 * Sourcify's API, version 2: `GET /v2/contract/{chainId}/{address}`. The operator chooses its host, so it may be on a
 * private network.
 */
export const createSourcify = ({ baseUrl, concurrency }: SourcifyOptions): AbiVerifier & SourceVerifier => {
  const { hostname, protocol, port } = new URL(baseUrl)
  const outbound = createOutbound({
    allow: [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`],
    concurrency,
    concurrencyPerHost: concurrency,
  })
  const ask = async (
    contract: string,
    fields: string,
    limits: { bytesMax: number; totalMs: number; signal: AbortSignal | undefined },
  ): Promise<Uint8Array | NotVerified | Later> => {
    try {
      const url = `${baseUrl}/v2/contract/${contract}?fields=${fields}`
      return (await outbound.fetch(url, { accept: 'application/json', ...limits })).body
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      if (error.status === 404) return { kind: 'not_verified' }
      return { kind: 'later', retryAfterSeconds: error.retryAfterSeconds, reason: error.message }
    }
  }
  return {
    lookUp: async (chain, address, signal) => {
      const limits = { bytesMax: answerBytesMax, totalMs, signal }
      const answer = await ask(`${chain}/${address}`, 'abi,proxyResolution', limits)
      return answer instanceof Uint8Array ? readAnswer(answer) : answer
    },
    lookUpSources: async (chain, address, signal) => {
      const limits = { bytesMax: sourcesBytesMax, totalMs: sourcesMs, signal }
      const answer = await ask(`${chain}/${address}`, sourcesFields, limits)
      if (!(answer instanceof Uint8Array)) return answer
      const found = readSourcifySources(jsonOf(answer))
      return found
        ? { kind: 'verified', characters: answer.length, ...found }
        : later('The response has no sources in the format of Sourcify.')
    },
    close: () => outbound.close(),
  }
}

const readAnswer = (body: Uint8Array): VerifierAnswer => {
  const answer = answerSchema.safeParse(jsonOf(body))
  if (!answer.success) return later('The response is not in the format of Sourcify.')
  const { match, abi, proxyResolution } = answer.data
  if (match === null) return { kind: 'not_verified' }
  if (!abi) return later('The response has no ABI of a verified contract.')
  const implementations = (proxyResolution?.implementations ?? []).map(
    ({ address }): Hex => `0x${address.slice(2).toLowerCase()}`,
  )
  return { kind: 'verified', abi: JSON.stringify(abi), match, implementations }
}

const later = (reason: string): Later => ({ kind: 'later', retryAfterSeconds: undefined, reason })

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return parseJson(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

const addressesPerStatement = 500
const dayMs = 24 * 3_600_000
const missMsMax = 30 * dayMs
const failureMsFirst = 60_000
const failureMsMax = dayMs / 4

/** Stored ABIs of these contracts, by address. */
export const storedAbis = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, AbiRow>> => {
  const found = new Map<Hex, AbiRow>()
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_abis')
      .selectAll()
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .execute()
    for (const row of rows) found.set(toHex(row.address), row)
  }
  return found
}

/**
 * How long a response is kept: an ABI forever; a missing one for a day, then twice as long each time up to 30 days; a
 * failure for a minute, then longer up to six hours, or as long as the verifier asks.
 */
export const abiRow = (
  chain: number,
  address: Hex,
  answer: VerifierAnswer,
  { previous, now }: { previous: AbiRow | undefined; now: number },
): AbiRow => {
  const row = { chain, address: toBytes(address), abi: null, match: null, checked_at: now, failures: 0 }
  switch (answer.kind) {
    case 'verified':
      return { ...row, abi: answer.abi, match: answer.match, due_at: null }
    case 'not_verified': {
      const wasMissing = previous?.failures === 0
      const previousMs = wasMissing ? (previous.due_at ?? now) - previous.checked_at : 0
      return { ...row, due_at: now + Math.min(missMsMax, Math.max(dayMs, 2 * previousMs)) }
    }
    case 'later': {
      const failures = (previous?.failures ?? 0) + 1
      const growingMs = Math.min(failureMsMax, failureMsFirst * 2 ** Math.min(failures - 1, 20))
      return { ...row, failures, due_at: now + Math.max(growingMs, 1_000 * (answer.retryAfterSeconds ?? 0)) }
    }
  }
}

export const keepAbi = async (db: Kysely<EvmTables>, row: AbiRow): Promise<void> => {
  const { abi, match, checked_at, due_at, failures } = row
  await db
    .insertInto('evm_abis')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['chain', 'address']).doUpdateSet({ abi, match, checked_at, due_at, failures }),
    )
    .execute()
}

/** Bytes of answers. */
const keptMax = 50_000_000
const missesMax = 50_000
const askingMax = 50
const missingMs = 3_600_000
const failedMs = 30_000

type Options = {
  store: Store<EvmTables>
  verifier: SourceVerifier
  log: WarningLog
  now?: () => number
}

/** The sources that a verifier has of contracts, requested when a page shows them and kept in memory. */
export const createVerifierSources = ({ store, verifier, log, now = Date.now }: Options): ContractSources => {
  const kept = new LRUCache<string, VerifiedSources>({ maxSize: keptMax })
  /** The time until which a contract is not asked for again. */
  const misses = new LRUCache<string, number>({ max: missesMax })
  const underWay = createSharedCalls<VerifiedSources | undefined>()

  const ask = async (key: string, chain: number, address: Hex): Promise<VerifiedSources | undefined> => {
    // Who has no ABI of a contract has no sources of it either.
    const row = (await storedAbis(store.db, chain, [address])).get(address)
    if (row?.abi === null && row.failures === 0 && (row.due_at ?? 0) > now()) return undefined
    const answer = await verifier.lookUpSources(chain, address)
    if (answer.kind === 'verified') {
      const { characters, sources, code } = answer
      kept.set(key, { sources, code }, { size: Math.max(1, characters) })
      return { sources, code }
    }
    const waitMs = answer.kind === 'later' ? Math.max(failedMs, 1_000 * (answer.retryAfterSeconds ?? 0)) : missingMs
    misses.set(key, now() + waitMs)
    if (answer.kind === 'later') log.warn({ chain, address, reason: answer.reason }, 'could not read verified sources')
    return undefined
  }

  /** One request per contract, shared by all callers. */
  const askOnce = (chain: number, address: Hex): Promise<VerifiedSources | undefined> => {
    const key = `${chain}/${address}`
    const mayAsk = underWay.count() < askingMax && (misses.get(key) ?? 0) <= now()
    if (!mayAsk && !underWay.isRunning(key)) return Promise.resolve(undefined)
    return underWay.run(key, () => ask(key, chain, address))
  }

  return {
    find: async (chain, { address, code }): Promise<KnownSources | undefined> => {
      // No verifier knows a devnet or the demo ledger.
      if (chain.isDevnet || chain.source === 'demo') return undefined
      const found = kept.get(`${chain.id}/${address}`) ?? (await askOnce(chain.id, address))
      return found && (found.code === undefined || found.code === code) ? found.sources : undefined
    },
  }
}
