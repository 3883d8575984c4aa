import { toHex } from '#lib/base/bytes.ts'
import { repeat, systemClock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { type Hex, wordOf } from '#lib/base/hex.ts'
import type { WarningLog } from '#lib/base/log.ts'
import { type CallAnswer, type CallsOptions, callContracts } from '#lib/evm/chain/rpc/state/calls.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftStandard } from '#lib/evm/chain/tables/token-tables.ts'
import { readText } from '#lib/evm/token-metadata/read-contracts.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { runBatched } from '#lib/indexing/run-batched.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import { type DocumentSources, readDocument } from '#lib/metadata/parse-document.ts'
import { withHostRests } from '#lib/outbound/fetch-fault.ts'
import { setAsideWords } from '#lib/store/attempts/attempts-table.ts'
import { Turns } from '#lib/store/drivers/sqlite/turns.ts'
import type { Alongside, Store } from '#lib/store/store.ts'
import { createTokenNotice } from './notice-tokens.ts'
import {
  type ChangedRow,
  type DocumentResult,
  type DueRow,
  dueRows,
  rowAfter,
  type TriedRow,
  writeRows,
} from './stored-metadata.ts'

type TokenToRead = { address: Hex; tokenId: string; standard: NftStandard }

/** `none` if the contract returns no URI for the token, `failed` if the node could not tell. */
type TokenUri = { uri: string } | 'none' | 'failed'

/** `tokenURI(uint256)` of ERC-721 and `uri(uint256)` of ERC-1155. */
const tokenUriSelector = '0xc87b56dd'
const uriSelector = '0x0e89341c'

/**
 * The current URIs of these tokens according to their contracts, in request order. If a contract does not respond to
 * its standard's function, the other one is called. Contracts older than both (CryptoPunks) have none. Throws the
 * pool's ServiceErrors if the nodes fail, or the signal's reason.
 */
const readTokenUris = async (
  pool: NodePool,
  tokens: readonly TokenToRead[],
  options: CallsOptions = {},
): Promise<TokenUri[]> => {
  const uris: TokenUri[] = tokens.map(() => 'none')
  const ask = async (indexes: readonly number[], isOther: boolean): Promise<void> => {
    const calls = indexes.flatMap((index) => {
      const token = tokens[index]
      return token ? [{ to: token.address, data: callData(token, isOther) }] : []
    })
    const answers = await callContracts(pool, calls, options)
    for (const [place, index] of indexes.entries()) uris[index] = readUriAnswer(answers[place] ?? 'failed')
  }
  const asked = [...tokens.keys()].filter((index) => tokens[index]?.standard !== 0)
  await ask(asked, false)
  const left = asked.filter((index) => uris[index] === 'none')
  if (left.length > 0) await ask(left, true)
  return uris
}

const callData = ({ standard, tokenId }: TokenToRead, isOther: boolean): Hex => {
  const selector = (standard === 1155) === isOther ? tokenUriSelector : uriSelector
  return `${selector}${wordOf(BigInt(tokenId))}`
}

const readUriAnswer = (answer: CallAnswer): TokenUri => {
  if (answer === 'failed') return 'failed'
  const bytes = answer === 'refused' ? null : readText(answer)
  // NUL cannot be stored; bytes that are not UTF-8 become U+FFFD, so that the text can always be sent.
  const uri = bytes && new TextDecoder().decode(bytes).replaceAll('\0', '')
  return uri?.trim() ? { uri } : 'none'
}

export type MetadataSources = DocumentSources & { pool: NodePool }

type KeepMetadataOptions = WorkerOptions & {
  /** Documents read at a time: requested ones, and all others. */
  wantedAtOnce?: number
  othersAtOnce?: number
}

type Asked = { row: DueRow; uri: TokenUri }

/** The pause between two steps of the search for tokens, so that others can use the database. */
const noticePauseMs = 20

/** Rows are scheduled and written sequentially, so that neither overwrites the other. */
const createTurns = () => {
  const turns = new Turns()
  return async <T>(act: () => Promise<T>): Promise<T> => {
    const end = await turns.take()
    try {
      return await act()
    } finally {
      end()
    }
  }
}

/**
 * Maintains the documents of one chain's NFTs until `signal` ends it: finds tokens, reads their URIs and documents, and
 * reads them again when a contract reports a change or an attempt failed. Requested documents go first and never wait
 * for the rest. Survives failures of nodes, hosts and database. Never throws.
 */
export const keepMetadata = async (
  store: Store<EvmTables>,
  chain: number,
  { pool, ...sources }: MetadataSources,
  { log, signal, options = {} }: { log: WarningLog; signal: AbortSignal; options?: KeepMetadataOptions },
): Promise<void> => {
  const { clock = systemClock, now = Date.now, pollMs = 1_000, wantedAtOnce = 12, othersAtOnce = 24 } = options
  const attempts = options.attempts?.of(chain, 'nft-metadata')
  const clear: Alongside<ChangedRow> = async (transaction, changes) =>
    await attempts?.finishIn(transaction, changes.map(keyOfChange))
  const inTurn = createTurns()

  const notice = createTokenNotice(store, chain, now)
  const noticeTokens = (): Promise<void> =>
    repeat(
      async () => {
        const hasMore = await inTurn(notice.step)
        await clock.wait(hasMore ? noticePauseMs : pollMs, signal)
        return true
      },
      {
        ...{ signal, clock, waitMsMin: pollMs },
        onFailure: logFailures(log, { chain }, 'looking for tokens without a document failed'),
      },
    )

  const readDocuments = (isWanted: 0 | 1, atOnce: number): Promise<void> => {
    const outbound = isWanted ? sources.outbound : withHostRests(sources.outbound, now)
    return runBatched<Asked, ChangedRow>(
      {
        take: async (busy, countMax) => {
          const due = await dueRows(store.db, chain, isWanted, {
            now: now(),
            countMax: countMax + busy.size + (attempts?.crashedCount ?? 0),
          })
          const free = due.filter(({ id }) => !busy.has(id))
          const { run: rows, setAside } = attempts?.select(free, keyOfToken, countMax) ?? {
            run: free.slice(0, countMax),
            setAside: [],
          }
          const keys = rows.map(keyOfToken)
          try {
            if (setAside.length > 0) await inTurn(() => writeChanges(store, asSetAside(setAside, now()), now()))
            if (rows.length === 0) return []
            await attempts?.start(keys)
            const minimumHead = (await readIntervals(store.db, chain)).at(-1)?.last
            const uris = await urisOf(pool, rows, { signal, minimumHead })
            await attempts?.pause(keys)
            return rows.map((row, index) => ({ row, uri: uris[index] ?? 'failed' }))
          } catch (error) {
            await attempts?.leave(keys)
            throw error
          }
        },
        keyOf: ({ row }) => row.id,
        run: async ({ row, uri }) => {
          // The database is unavailable: the item is taken again later.
          const isNoted = await attempts?.start([keyOfToken(row)]).then(
            () => true,
            () => false,
          )
          if (isNoted === false) return undefined
          const result = await resultOf(row, uri, { ...sources, outbound }, signal)
          return signal.aborted ? undefined : { taken: row, row: rowAfter(triedRow(row), result, now()) }
        },
        write: async (changes) => {
          await inTurn(() => writeChanges(store, changes, now(), clear))
          await attempts?.finish(changes.map(keyOfChange))
        },
        isUrgent: (change) => attempts?.isCrashed(keyOfChange(change)) ?? false,
        sizeOf: bytesOf,
        onFailure: logFailures(log, { chain }, 'reading NFT documents failed'),
      },
      { clock, signal, atOnce, pollMs },
    )
  }

  await Promise.all([noticeTokens(), readDocuments(1, wantedAtOnce), readDocuments(0, othersAtOnce)])
}

const keyOfToken = ({ token_address, token_id }: DueRow): string => `${toHex(token_address)}/${token_id}`
const keyOfChange = ({ taken }: ChangedRow): string => keyOfToken(taken)

const bytesOf = ({ row }: ChangedRow): number =>
  1_024 + (row.metadata?.length ?? 0) + (row.token_uri?.length ?? 0) + (row.media_uri?.length ?? 0)

const asSetAside = (rows: readonly DueRow[], now: number): ChangedRow[] =>
  rows.map((taken) => ({
    taken,
    row: rowAfter(triedRow(taken), { kind: 'set aside', message: setAsideWords }, now),
  }))

/** Skips tokens without a known transfer. */
const urisOf = async (pool: NodePool, rows: readonly DueRow[], options: CallsOptions): Promise<TokenUri[]> => {
  const known = rows.flatMap(({ id, token_address, token_id, standard }) =>
    standard === null ? [] : { id, address: toHex(token_address), tokenId: token_id, standard },
  )
  const answers = known.length > 0 ? await readTokenUris(pool, known, options) : []
  const uris = new Map(known.map(({ id }, index) => [id, answers[index]]))
  return rows.map(({ id }) => uris.get(id) ?? 'failed')
}

const resultOf = async (
  { standard, token_id }: DueRow,
  uri: TokenUri,
  sources: DocumentSources,
  signal: AbortSignal,
): Promise<DocumentResult> => {
  if (uri === 'none') return { kind: 'none' }
  if (uri === 'failed') return { kind: 'unheard', message: 'The node could not return the token URI.' }
  try {
    const answer = await readDocument(uri.uri, standard === 1155 ? token_id : undefined, sources, signal)
    if ('document' in answer) return { kind: 'document', uri: uri.uri, document: answer.document }
    if (answer.restsUntil !== undefined) return { kind: 'unheard', message: answer.message, until: answer.restsUntil }
    return { kind: 'fault', uri: uri.uri, fault: answer }
  } catch {
    // A document that no rule foresaw must not stop the others.
    return { kind: 'unheard', message: 'The document could not be read.' }
  }
}

/** Rows of one kind together: they have the same columns. A row that the database refuses is postponed on its own. */
const writeChanges = async (
  store: Store<EvmTables>,
  changes: readonly ChangedRow[],
  now: number,
  alongside?: Alongside<ChangedRow>,
): Promise<void> => {
  const kinds = Map.groupBy(changes, ({ row }) => Object.keys(row).sort().join())
  for (const alike of kinds.values()) {
    try {
      await writeRows(store, alike, alongside)
    } catch (error) {
      if (isServiceError(error)) throw error
      for (const change of alike)
        await writeRows(store, [change], alongside).catch(() => writeRows(store, [unstored(change, now)], alongside))
    }
  }
}

const unstored = ({ taken }: ChangedRow, now: number): ChangedRow => {
  return {
    taken,
    row: rowAfter(triedRow(taken), { kind: 'unheard', message: 'The document could not be stored.' }, now),
  }
}

const triedRow = ({ standard: _, ...row }: DueRow): TriedRow => row
