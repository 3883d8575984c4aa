import { sql } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addInternalTransfers } from '#lib/evm/chain/write/add-internal-transfers.ts'
import { createTokenNotice } from '#lib/evm/nft/metadata/notice-tokens.ts'
import { dueRows, rowAfter, writeRows } from '#lib/evm/nft/metadata/stored-metadata.ts'
import { readEvidence } from '#lib/evm/token/ratings/read-evidence.ts'
import { dueContracts, noticeContracts, writeRatings } from '#lib/evm/token/ratings/stored-ratings.ts'
import { contractsToRead, writeContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { untracedBlocks } from '#lib/evm/trace/keep-internal-transfers.ts'
import type { Store } from '#lib/store/store.ts'
import { hashOf } from '#tests/evm/query/random-chain.ts'
import { movingFrame } from '#tests/evm/trace/sync/moving-frame.ts'

const stepsMax = 1_000

/**
 * What the worker adds to an index besides blocks: names of contracts, documents of NFTs, ratings, search words, internal transfers and ABIs. What
 * a contract answers depends on the block in which it first emitted an event, so that each branch answers otherwise.
 */
export const enrich = async (store: Store<EvmTables>, chain: number, blocks: readonly EvmBlock[], nowMs: number) => {
  const births = firstEvents(blocks)
  const said = (address: string): string => hashOf('said', births.get(address) ?? 'nowhere').slice(2, 10)

  const notice = createTokenNotice(store, chain, () => nowMs)
  await untilDone(notice.step)
  await untilDone(async () => {
    const addresses = await contractsToRead(store.db, chain, Math.floor(nowMs / 1_000), 500)
    const facts = addresses.map((address) => ({
      ...{ address, kind: null, decimals: 0, isComplete: true },
      ...{ name: `Name ${said(address)}`, symbol: said(address).slice(0, 4) },
    }))
    await writeContractMetadata(store, chain, facts, { now: Math.floor(nowMs / 1_000) })
    return addresses.length > 0
  })
  await untilDone(async () => {
    const due = await dueRows(store.db, chain, 0, { now: nowMs, countMax: 500 })
    const changes = due.map((taken) => {
      const { standard: _, ...row } = taken
      const name = `Token ${taken.token_id} ${said(toHex(taken.token_address))}`
      const document = { text: JSON.stringify({ name }), value: { name } }
      return { taken, row: rowAfter(row, { kind: 'document', uri: `ipfs://${said(name)}`, document }, nowMs) }
    })
    await writeRows(store, changes)
    return due.length > 0
  })
  await noticeContracts(store, chain, undefined, { dueAt: nowMs, countMax: 10_000 })
  await untilDone(async () => {
    const due = await dueContracts(store.db, chain, nowMs, 500)
    if (due.length === 0) return false
    const evidence = await readEvidence(
      store.db,
      chain,
      due.map(({ address }) => address),
    )
    const ratings = due.map(({ address }) => ({
      ...{ address, reasons: [], due_at: null },
      score: Number.parseInt(said(toHex(address)).slice(0, 2), 16) % 100,
    }))
    await writeRatings(store, chain, ratings, { contracts: evidence, now: nowMs })
    return true
  })
  await untilDone(async () => {
    const due = await untracedBlocks(store.db, chain, [], 100)
    const traced = due.map(({ number, hash }) => {
      const [from, to] = [hashOf('from', hash), hashOf('to', hash)].map((text): Hex => `0x${text.slice(2, 42)}`)
      const transfer = { transactionIndex: 0, transferIndex: 0, kind: 'CALL', from: from ?? '0x', to: to ?? '0x' }
      const moved = movingFrame({ ...transfer, value: BigInt(`0x${hash.slice(2, 10)}`) })
      const undone = { ...moved, frameIndex: 1, tracePath: '1', error: 'out of gas', isUndone: true }
      return { number, hash, frames: [moved, undone] }
    })
    if (traced.length > 0) await addInternalTransfers(store, chain, traced)
    return traced.length > 0
  })
  // A page asks for the ABI of a contract whose creation it shows.
  await sql`insert into evm_abis (chain, address, abi, checked_at, failures)
    select distinct chain, contract_address, 'abi', cast(${nowMs} as bigint), 0 from evm_transactions
    where chain = ${chain} and contract_address is not null on conflict do nothing`.execute(store.db)
}

const untilDone = async (step: () => Promise<boolean>): Promise<void> => {
  for (let steps = 0; steps < stepsMax; steps++) if (!(await step())) return
  throw new Error('this never ends')
}

/** By contract: the hash of the block of its first event. */
const firstEvents = (blocks: readonly EvmBlock[]): Map<string, string> => {
  const births = new Map<string, string>()
  for (const { hash, transactions } of blocks)
    for (const { logs } of transactions)
      for (const { address } of logs) if (!births.has(address)) births.set(address, hash)
  return births
}

/** Tables besides those of `dumpTables`, without what counts up and when it was written. */
const queries = {
  evm_contracts: sql`select chain, address, kind, name, symbol, decimals, ask_at, failures, note from evm_contracts`,
  evm_ratings: sql`select chain, address, score, reasons from evm_ratings`,
  evm_contract_words: sql`select * from evm_contract_words`,
  evm_abis: sql`select chain, address, abi from evm_abis`,
  evm_proxies: sql`select * from evm_proxies`,
  evm_nft_metadata: sql`select chain, token_address, token_hash, token_id, token_uri, metadata, name, description,
    attributes, media_uri, media_key, minted_block, failures, due_at, error from evm_nft_metadata`,
  evm_nft_texts: sql`select t.chain, t.token_address, t.token_hash, name_digest, digest
    from evm_nft_texts as t join evm_nft_metadata as m on m.id = t.id`,
  evm_nft_texts_count: sql`select count(*) as texts from evm_nft_texts`,
  evm_nft_words_count: sql`select count(*) as texts from evm_nft_words`,
}

export const dumpEnriched = async (store: Store<EvmTables>): Promise<string[]> => {
  const lines: string[] = []
  for (const [table, query] of Object.entries(queries)) {
    const { rows } = await sql<Record<string, unknown>>`${query}`.execute(store.db)
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(row, asHex)}`).sort())
  }
  return lines
}

const asHex = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
