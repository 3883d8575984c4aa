import { describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { InternalFrame } from '#lib/evm/chain/rpc/traces/block-frames.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addInternalTransfers } from '#lib/evm/chain/write/add-internal-transfers.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import type { Store } from '#lib/store/store.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { askIndex } from './ask-index.ts'

const blocks = randomBlocks(61, { first: 0 }, seeded(7))
const newest = blocks.at(-1)?.timestamp ?? 0
const wallet = walletOf(1)
const kinds = ['CALL', 'CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT', 'CALL']

/** Frames of every form, by the hash of their transaction. */
const framesOf = ({ transactions }: EvmBlock): InternalFrame[] =>
  transactions.flatMap(({ hash, index }) => {
    const number = (name: string, frame: number) => Number.parseInt(hashOf(hash, name, frame).slice(2, 10), 16)
    return Array.from({ length: number('count', 0) % 5 }, (_, frame): InternalFrame => {
      const kind = kinds[number('kind', frame) % kinds.length] ?? ''
      const isUndone = number('undone', frame) % 3 === 0
      const hasFailed = isUndone && number('failed', frame) % 2 === 0
      return {
        ...{ transactionIndex: index, frameIndex: frame, kind, isUndone },
        from: walletOf(number('from', frame) % 4),
        to: kind.startsWith('CREATE') && hasFailed ? null : walletOf(number('to', frame) % 4),
        value: kind === 'CALL' ? BigInt(number('value', frame)) : BigInt(number('value', frame) % 2),
        gas: BigInt(number('gas', frame)),
        gasUsed: BigInt(frame),
        tracePath: `0_${frame}`,
        error: hasFailed ? 'execution reverted' : null,
      }
    })
  })

/** The rows as the documentation describes them. */
const plainRows = (part: readonly EvmBlock[] = blocks) =>
  part.flatMap((block) =>
    framesOf(block).map(({ transactionIndex, kind, from, to, value, gas, gasUsed, isUndone, error, tracePath }) => {
      const isNew = kind.startsWith('CREATE')
      return {
        blockNumber: String(block.number),
        timeStamp: String(block.timestamp),
        hash: block.transactions[transactionIndex]?.hash,
        from,
        to: isNew ? '' : (to ?? ''),
        value: String(value),
        contractAddress: isNew ? (to ?? '') : '',
        input: '',
        type: kind === 'SELFDESTRUCT' ? 'suicide' : kind.toLowerCase(),
        gas: String(gas),
        gasUsed: String(gasUsed),
        isError: isUndone ? '1' : '0',
        errCode: error ?? '',
        traceId: tracePath,
      }
    }),
  )
type Row = ReturnType<typeof plainRows>[number]
const isOf =
  (...addresses: Hex[]) =>
  ({ from, to, contractAddress }: Row): boolean =>
    [from, to, contractAddress].some((one) => addresses.some((address) => address === one))

const trace = (store: Store<EvmTables>, part: readonly EvmBlock[]) =>
  addInternalTransfers(
    store,
    chainId,
    part.map((block) => ({ number: block.number, hash: block.hash, frames: framesOf(block) })),
  )

describe.each(dialects)('txlistinternal on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (traced: readonly EvmBlock[] = blocks) => {
    const store = await createStore()
    await createEvmIndex(store, chainId, { from: 0 }).append(blocks, { latest: 60, finalized: 50 })
    if (traced.length > 0) await trace(store, traced)
    const ask = askIndex(store, newest)
    return { store, ask: (given: Record<string, string>) => ask('account', 'txlistinternal', given) }
  }

  test('of an address has every frame in both orders, whatever the size of a page', async () => {
    const { ask } = await filled()
    const own = plainRows().filter(isOf(wallet))
    expect(new Set(own.map(({ type }) => type))).toEqual(new Set(['call', 'create', 'create2', 'suicide']))
    expect(own.some(({ isError, errCode }) => isError === '1' && errCode === '')).toBe(true)
    expect((await ask({ address: wallet })).result).toEqual(own)
    const pages = async (sort: string, offset: number) => {
      const rows: Row[] = []
      for (let page = 1; ; page++) {
        const { result } = await ask({ address: wallet, sort, page: String(page), offset: String(offset) })
        rows.push(...(result as Row[]))
        if ((result as Row[]).length < offset) return rows
      }
    }
    expect(await pages('asc', 7)).toEqual(own)
    expect(await pages('desc', 7)).toEqual(plainRows().filter(isOf(wallet)).toReversed())
    const within = { address: wallet, startblock: '20', endblock: '30' }
    expect((await ask(within)).result).toEqual(plainRows(blocks.slice(20, 31)).filter(isOf(wallet)))
  })

  test('is filtered by sender and receiver', async () => {
    const { ask } = await filled()
    const [from, to] = [walletOf(1), walletOf(2)]
    const isTo = (row: Row) => row.to === to || row.contractAddress === to
    const cases: [Record<string, string>, (row: Row) => boolean][] = [
      [{ from }, (row) => row.from === from],
      [{ to }, isTo],
      [{ from, to, fromto_opr: 'and' }, (row) => row.from === from && isTo(row)],
      [{ from, to, fromto_opr: 'or' }, (row) => row.from === from || isTo(row)],
    ]
    for (const [given, isWanted] of cases) expect((await ask(given)).result).toEqual(plainRows().filter(isWanted))
  })

  test('of blocks has all of theirs, and of a transaction its own without hash and place', async () => {
    const { ask } = await filled()
    expect((await ask({ startblock: '10', endblock: '25' })).result).toEqual(plainRows(blocks.slice(10, 26)))
    const second = await ask({ startblock: '10', endblock: '25', page: '2', offset: '5', sort: 'desc' })
    expect(second.result).toEqual(plainRows(blocks.slice(10, 26)).toReversed().slice(5, 10))
    const [{ hash = '' } = {}] = plainRows()
    const own = plainRows().flatMap(({ hash: of, traceId: _, ...row }) => (of === hash ? [row] : []))
    // Some libraries always send the blocks.
    expect((await ask({ txhash: hash, startblock: '59', endblock: '60' })).result).toEqual(own)
  })

  test('what is not traced is refused, not left out', async () => {
    const { ask, store } = await filled(blocks.slice(20, 41))
    const refused = (needed: string) => ({
      status: '0',
      message: 'NOTOK',
      result: `Incomplete: blocks 20-40 are indexed here; the request needs ${needed}`,
    })
    expect(await ask({ address: wallet })).toEqual(refused('0 to the newest block'))
    // The newest traced block is far below the newest one, although that is current.
    expect(await ask({ address: wallet, startblock: '25' })).toEqual(refused('25 to the newest block'))
    expect(await ask({ startblock: '39', endblock: '41' })).toEqual(refused('39-41'))
    expect((await ask({ address: wallet, startblock: '25', endblock: '40' })).message).toBe('OK')
    // Traced by an earlier version.
    await store.db.updateTable('evm_frame_intervals').set({ first_block: 30 }).execute()
    expect((await ask({ startblock: '25', endblock: '40' })).result).toContain('blocks 30-40 are indexed here')
    expect(await ask({})).toMatchObject({ status: '0', result: expect.stringMatching(/^Error!/) })
    expect(await ask({ txhash: `0x${'12'.repeat(32)}` })).toMatchObject({ status: '0', message: 'NOTOK' })
  })
})
