import { CompiledQuery, createQueryId, sql } from 'kysely'
import { maxUint256 } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Output } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { approvalRisks } from '#lib/evm/approvals/approvals.ts'
import { tokenTopic } from '#lib/evm/chain/decode/token-topics.ts'
import { approvalForAllTopic, isNftApproval } from '#lib/evm/chain/stored/is-nft-approval.ts'
import { type EvmExplorerApi, evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { startTestContracts, type TestContracts } from '#tests/evm/token-metadata/test-contracts.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

let contracts: TestContracts
let owner: string
let coin: Hex
let nft: Hex
let other: Hex
beforeAll(async () => {
  contracts = await startTestContracts()
  const { anvil, deployCoin, sendTo, honest } = contracts
  const [first = '', second = ''] = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))
  owner = first
  coin = await deployCoin('GivenCoin', [])
  nft = await deployCoin('GivenNft', [])
  other = await deployCoin('GivenNft', [])
  for (const id of [7n, 8n, 9n]) await sendTo('GivenNft', nft, 'give', [owner, id])
  await sendTo('GivenNft', nft, 'setApprovalForAll', [coin, true])
  await sendTo('GivenNft', nft, 'setApprovalForAll', [walletOf(1), true])
  await sendTo('GivenNft', nft, 'setApprovalForAll', [walletOf(1), false])
  await sendTo('GivenNft', other, 'setApprovalForAll', [walletOf(1), true])
  await sendTo('GivenCoin', coin, 'approve', [walletOf(2), maxUint256])
  await sendTo('GivenNft', nft, 'approve', [walletOf(3), 7n])
  await sendTo('GivenNft', nft, 'approve', [walletOf(3), 8n])
  await sendTo('GivenNft', nft, 'approve', [walletOf(3), 9n])
  // A transfer ends the approval of a token without a log, also if its next owner trusts the same spender; the last one is revoked.
  await sendTo('GivenNft', nft, 'transferFrom', [owner, second, 8n])
  const approval = `0x095ea7b3${walletOf(3).slice(2).padStart(64, '0')}${'8'.padStart(64, '0')}`
  await anvil.rpc('eth_sendTransaction', [{ from: second, to: nft, data: approval, gas: '0x200000' }])
  await anvil.rpc('evm_mine')
  await sendTo('GivenNft', nft, 'approve', [`0x${'0'.repeat(40)}`, 9n])
  for (const manner of [0, 1, 2, 3])
    await sendTo('HostileCoin', await deployCoin('HostileCoin', [manner]), 'announceApproval', [owner, honest.coin])
})
afterAll(() => contracts?.anvil.stop())

const input = (raw: object = {}) => parseInput(evmExplorerApi.evmApprovals, { address: owner, ...raw })
type Row = Output<EvmExplorerApi['evmApprovals']>['result'][number]
const words = ({ kind, token, token_id, spender, risks }: Row) => [
  kind,
  token.address,
  token_id,
  spender.address,
  risks,
]

describe.each(dialects)('approvals of all kinds on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('are those that the contracts confirm, newest first, each with its risks', async () => {
    const { explorer } = await indexAnvil(await createStore(), contracts.anvil)
    const page = evmExplorerApi.evmApprovals.output.parse(await explorer.evmApprovals(input()))
    expect(page.result.map(words)).toEqual([
      ['token', nft, '7', walletOf(3), ['wallet_spender']],
      ['allowance', coin, null, walletOf(2), ['wallet_spender', 'unlimited']],
      ['collection', other, null, walletOf(1), ['wallet_spender', 'collection']],
      ['collection', nft, null, coin, ['collection']],
    ])
    expect(page.result.map(({ spender }) => spender.kind)).toEqual(['wallet', 'wallet', 'wallet', 'contract'])
    const pages = await walkPages(async (cursor) => await explorer.evmApprovals(input({ limit: 1, cursor })))
    expect(pages.flatMap(({ result }) => result)).toEqual(page.result)
    for (const { transaction_hash, block_number } of page.result)
      expect(await contracts.anvil.rpc('eth_getTransactionByHash', [transaction_hash])).toMatchObject({
        blockNumber: `0x${Number(block_number).toString(16)}`,
      })
  })

  test('are 503 without a node', async () => {
    const store = await createStore()
    await indexAnvil(store, contracts.anvil)
    await expect(evmServices(store).explorer.evmApprovals(input())).rejects.toMatchObject({ code: 'not_available' })
  })

  test('of a wallet are one range of an index of their own', async () => {
    const store = await createStore()
    const logs = Array.from({ length: 20_000 }, (_, number) => ({
      ...{ chain: 1, block_number: number, transaction_index: 0, log_index: 0, data: new Uint8Array([1]) },
      address: toBytes(walletOf(number % 50)),
      topic0: toBytes(number % 20 === 0 ? approvalForAllTopic : tokenTopic.transfer),
      topic1: toBytes(`0x${String(number % 200).padStart(64, '0')}`),
      ...{ topic2: toBytes(`0x${'2'.repeat(64)}`), topic3: null },
    }))
    await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'evm_logs', logs))
    await sql`analyze evm_logs`.execute(store.db)
    const { statements, remember } = rememberStatements()
    await store.db
      .withPlugin(remember)
      .selectFrom('evm_logs')
      .select('address')
      .where('chain', '=', 1)
      .where('topic1', '=', toBytes(`0x${'40'.padStart(64, '0')}`))
      .where('block_number', '<=', 100)
      .where(isNftApproval(store.db))
      .orderBy('block_number', 'desc')
      .orderBy('log_index', 'desc')
      .limit(5)
      .execute()
    for (const statement of statements) {
      const { sql: text, parameters } = store.db.getExecutor().compileQuery(statement, createQueryId())
      const verb = dialect === 'postgres' ? 'explain' : 'explain query plan'
      const { rows } = await store.db.executeQuery(CompiledQuery.raw(`${verb} ${text}`, [...parameters]))
      expect(JSON.stringify(rows)).toContain('evm_logs_nft_approvals')
      expect(JSON.stringify(rows)).not.toMatch(/TEMP B-TREE|Sort/)
    }
  })
})

test('the risks of an approval follow from its amount, its spender and its age', () => {
  const now = Date.parse('2026-01-01')
  const plain = {
    ...({ kind: 'allowance', value: 5n, approved: 9n, spender: 'contract', isVerified: true } as const),
    grantedAtMs: now - 1_000,
  }
  const daysAgo = (days: number) => now - days * 86_400_000
  expect(approvalRisks(plain, now)).toEqual([])
  expect(approvalRisks({ ...plain, value: maxUint256, approved: maxUint256 }, now)).toEqual(['unlimited'])
  expect(approvalRisks({ ...plain, spender: 'destroyed', isVerified: false }, now)).toEqual(['destroyed_spender'])
  expect(approvalRisks({ ...plain, isVerified: false }, now)).toEqual(['unverified_spender'])
  expect(approvalRisks({ ...plain, isVerified: null, spender: null }, now)).toEqual([])
  expect(approvalRisks({ ...plain, approved: 5n, grantedAtMs: daysAgo(181) }, now)).toEqual(['unused'])
  expect(approvalRisks({ ...plain, grantedAtMs: daysAgo(366) }, now)).toEqual(['old'])
})
