import { z } from 'zod'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { runBackfills } from '#lib/evm/chain/backfill/run-backfills.ts'
import { tokenTopics } from '#lib/evm/chain/decode/token-topics.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { getLogs } from '#lib/evm/chain/rpc/reading/logs.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcAnswer, RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { follow } from '#lib/indexing/follow.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { type KeptState, stateDigest } from './token-chain.ts'

const address = z.string().transform((text) => text as Hex)

/** One measured run of ours, in a process of its own: memory is its peak. */
export const historyParts = z.object({
  kind: z.enum(['history', 'history-with-headers', 'whole-blocks', 'bare-insert', 'only-read']),
  nodeUrl: z.string(),
  database: z.string(),
  /** The database that a bare insert takes its rows from. */
  from: z.string().optional(),
  chain: z.object({ erc20: address, erc721: address, firstBlock: z.number(), lastBlock: z.number() }),
})
export type HistoryPart = z.infer<typeof historyParts>

const chainId = 31_337
const finalityBlocks = 65
const rowsPerTransaction = 10_000
const copiedTables = [
  'evm_erc20_transfers',
  'evm_nft_transfers',
  'evm_nft_tokens',
  'evm_nft_balances',
  'evm_contracts',
  'evm_headers',
] as const

export const runHistoryPart = async (part: HistoryPart) => {
  const store = await openEmpty(part.database)
  const prepared = part.kind === 'bare-insert' ? await storedRows(part.from ?? '') : []
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const read = await run(part, store, prepared)
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  const usage = {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMemoryMegabytes: Math.round(process.resourceUsage().maxRSS / 1_024),
  }
  if (read !== undefined) return { ...usage, transfers: read }
  const sumsStartedAt = performance.now()
  const balances = await coinBalances(store)
  const balancesSeconds = (performance.now() - sumsStartedAt) / 1_000
  const kept: KeptState = { balances, owners: await nftOwners(store) }
  const transfers = (await count(store, 'evm_erc20_transfers')) + (await count(store, 'evm_nft_transfers'))
  await store.close()
  return { ...usage, balancesSeconds, transfers, state: stateDigest(kept) }
}

/** The number of logs where they are only read. */
const run = async (
  { kind, nodeUrl, chain }: HistoryPart,
  store: Store<EvmTables>,
  prepared: Awaited<ReturnType<typeof storedRows>>,
): Promise<number | undefined> => {
  const transport = httpTransport(nodeUrl)
  const pool = createPool([kind === 'history-with-headers' ? withoutLogTimes(transport) : transport])
  const reader = createEvmReader(pool, { finalityBlocks })
  switch (kind) {
    case 'history':
    case 'history-with-headers': {
      const done = new AbortController()
      let complete = 0
      const contracts = [chain.erc20, chain.erc721]
      const log = {
        info: (_: object, text: string) => {
          if (/backfill has ended/.test(text)) complete += 1
          if (complete === contracts.length) done.abort()
        },
        warn: (facts: object, text: string) => console.error(text, facts),
      }
      const ours = { name: 'local', expectedId: chainId, pool, reader, contracts, mayReset: false, pollMs: 10 }
      await runBackfills(store, ours, log, { signal: done.signal })
      return undefined
    }
    case 'whole-blocks': {
      const done = new AbortController()
      await follow(reader, createEvmIndex(store, chainId, { from: 0 }), {
        start: 0,
        signal: done.signal,
        pollMs: 10,
        onStep: (step) => {
          if (step.kind === 'waiting' && step.tip !== undefined && step.tip >= chain.lastBlock) done.abort()
        },
        onFailure: (error) => {
          throw error
        },
      })
      return undefined
    }
    case 'bare-insert':
      for (const { table, rows } of prepared)
        for (let from = 0; from < rows.length; from += rowsPerTransaction)
          await store.db
            .transaction()
            .execute((transaction) => store.insertMany(transaction, table, rows.slice(from, from + rowsPerTransaction)))
      return undefined
    case 'only-read': {
      let logs = 0
      const query = { addresses: [chain.erc20, chain.erc721], topics: [tokenTopics] }
      for await (const found of getLogs(pool, { ...query, from: chain.firstBlock, to: chain.lastBlock }))
        logs += found.logs.length
      return logs
    }
  }
}

const openEmpty = async (databaseUrl: string): Promise<Store<EvmTables>> => {
  const store = await openStore<EvmTables>(databaseUrl)
  await migrate(store, storeMigrations, evmMigrations)
  return store
}

const storedRows = async (databaseUrl: string) => {
  const store = await openStore<EvmTables>(databaseUrl)
  const tables = []
  for (const table of copiedTables) {
    const rows: Record<string, unknown>[] = await store.db.selectFrom(table).selectAll().execute()
    tables.push({ table, rows })
  }
  await store.close()
  return tables
}

const count = async (store: Store<EvmTables>, table: 'evm_erc20_transfers' | 'evm_nft_transfers'): Promise<number> => {
  const counted = store.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('rows'))
  return Number((await counted.executeTakeFirstOrThrow()).rows)
}

const zero = toHex(new Uint8Array(20))

const coinBalances = async ({ db }: Store<EvmTables>): Promise<Map<Hex, bigint>> => {
  const balances = new Map<Hex, bigint>()
  const add = (account: Hex, amount: bigint) => balances.set(account, (balances.get(account) ?? 0n) + amount)
  const rows = await db.selectFrom('evm_erc20_transfers').select(['from_address', 'to_address', 'value']).execute()
  for (const { from_address, to_address, value } of rows) {
    add(toHex(from_address), -BigInt(value))
    add(toHex(to_address), BigInt(value))
  }
  balances.delete(zero)
  return balances
}

const nftOwners = async ({ db }: Store<EvmTables>): Promise<Map<string, Hex>> => {
  const rows = await db
    .selectFrom('evm_nft_tokens')
    .select(['token_id', 'owner'])
    .where('owner', 'is not', null)
    .execute()
  return new Map(rows.map(({ token_id, owner }) => [token_id, toHex(owner ?? toBytes('0x'))]))
}

/** A node that does not say when a log was made, as many do not: its block's header has to be requested. */
const withoutLogTimes = (node: RpcTransport): RpcTransport => ({
  name: node.name,
  send: async (calls, signal) => {
    const answers = await node.send(calls, signal)
    return answers.map((answer, index) => (calls[index]?.method === 'eth_getLogs' ? withoutTimes(answer) : answer))
  },
})

const withoutTimes = (answer: RpcAnswer): RpcAnswer => {
  if (!('result' in answer) || !Array.isArray(answer.result)) return answer
  return { result: answer.result.map(({ blockTimestamp, ...log }: Record<string, unknown>) => log) }
}
