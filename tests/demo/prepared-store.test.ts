import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { MediaTables } from '#lib/media/media-tables.ts'
import { openStore } from '#lib/store/open.ts'
import type { Store } from '#lib/store/store.ts'
import { readLedger } from '#tests/sdk/ledger.ts'
import { copyPreparedDemo, environmentOf, makeDemo } from '#tests/support/prepared-demo.ts'
import { isFull } from '#tests/support/tier.ts'

/* What a new worker makes of the demo ledger: of the sources as they are, in `npm test` not necessarily in this run. */

const folder = mkdtempSync(join(tmpdir(), 'spyglass-demo-'))
const { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaFolder } = environmentOf(folder)
let store: Store<EvmTables & AptosTables & MediaTables>
beforeAll(async () => {
  await (isFull ? makeDemo(folder) : copyPreparedDemo(folder))
  store = await openStore(databaseUrl)
}, 240_000)
afterAll(async () => {
  await store?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every block, transfer and approval of the ledger is indexed, and every block traced', async () => {
  const { head, transfers, approvals } = await readLedger()
  const count = async (table: 'evm_blocks' | 'evm_erc20_transfers' | 'evm_erc20_approvals') =>
    (
      await store.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows
  expect(await count('evm_blocks')).toBe(head + 1)
  expect(await count('evm_erc20_transfers')).toBe(transfers.size)
  expect(await count('evm_erc20_approvals')).toBe(approvals.size)
  const traced = await store.db.selectFrom('evm_trace_intervals').select(['first_block', 'last_block']).execute()
  expect(traced).toEqual([{ first_block: 0, last_block: head }])
})

test('every version of the Aptos ledger is indexed', async () => {
  const answer = await demoAptosFetch('http://demo.invalid/v1')
  const { ledger_version } = (await answer.json()) as { ledger_version: string }
  expect((await readAptosIntervals(store.db, demoAptosChainId)).at(-1)?.last).toBe(Number(ledger_version))
})

test('every unburned token has a document, and its image the previews of each size', async () => {
  const unread = await store.db
    .selectFrom('evm_nft_metadata as document')
    .innerJoin('evm_nft_tokens as token', 'token.token_hash', 'document.token_hash')
    .select(['document.token_id', 'document.error'])
    .where('token.supply', '<>', '0')
    .where(({ eb, or }) =>
      or([
        eb('document.name', 'is', null),
        eb('document.media_key', 'is', null),
        eb('document.error', 'is not', null),
        eb('document.due_at', 'is not', null),
      ]),
    )
    .execute()
  expect(unread).toEqual([])
  const media = await store.db.selectFrom('evm_media').select(['uri', 'status', 'content_hash']).execute()
  expect(media.length).toBeGreaterThan(300)
  expect(media.filter(({ status }) => status !== 'success')).toEqual([])
  const files = media.flatMap(({ content_hash }) => {
    const hash = Buffer.from(content_hash ?? []).toString('hex')
    return ['low', 'medium', 'high'].map((name) => join(mediaFolder, hash.slice(0, 2), hash, `${name}.webp`))
  })
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
