import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { candidatesMax } from '#lib/evm/query/planned-page.ts'
import { tokenTransfersQuery, walletTokenTransfersQuery } from '#lib/evm/token/token-transfers.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import {
  chainId,
  contractOf,
  insertBlocks,
  insertContract,
  insertTokenRows,
  newestFirst,
  queryContext,
  randomTokenRows,
  timestampAt,
} from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'

type Raw = Record<string, unknown>
const [wallet, coin, otherCoin] = [walletOf(1), contractOf(0), contractOf(1)]

describe.each(dialects)('the ERC20 transfers of a wallet and of a token on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const { erc20Transfers: rows } = randomTokenRows(0, 80, seeded(5), { wallets: 5, contracts: 4 })

  const filled = async (transfers: Erc20TransferRow[] = rows, last = 80) => {
    const store = await createStore()
    await insertBlocks(store, 0, last)
    await insertTokenRows(store, { erc20Transfers: transfers })
    await insertContract(store, coin, { kind: 'ERC20', name: 'Coin', symbol: 'C', decimals: 2 })
    const context = queryContext(store)
    return {
      wallet: (raw: Raw) => walletTokenTransfersQuery(context)(parseInput(evmApi.walletTokenTransfers, raw)),
      token: (raw: Raw) => tokenTransfersQuery(context)(parseInput(evmApi.tokenTransfers, raw)),
    }
  }

  type Service = Awaited<ReturnType<typeof filled>>
  const walk = async (ask: Service['wallet'], raw: Raw): Promise<string[]> => {
    const places: string[] = []
    for (let cursor: string | null | undefined, page = 0; cursor !== null; page++) {
      const answer = await ask({ ...raw, limit: 7, cursor })
      expect(answer).toMatchObject({ page, page_size: 7 })
      places.push(...answer.result.map(({ block_number, log_index }) => `${block_number}/${log_index}`))
      cursor = answer.cursor
    }
    return places
  }

  const wanted = (keep: (row: Erc20TransferRow) => boolean): string[] =>
    newestFirst(rows.filter(keep)).map(({ block_number, log_index }) => `${block_number}/${log_index}`)
  const isOf = (row: Erc20TransferRow) => [row.from_address, row.to_address].some((side) => toHex(side) === wallet)

  test('return every row once, in either order, within bounds and for selected tokens', async () => {
    const service = await filled()
    const all = wanted(isOf)
    expect(all.length).toBeGreaterThan(20)
    expect(await walk(service.wallet, { address: wallet })).toEqual(all)
    expect(await walk(service.wallet, { address: wallet, order: 'ASC' })).toEqual(all.toReversed())
    const within = wanted((row) => isOf(row) && row.block_number >= 20 && row.block_number <= 60)
    const bounds = { address: wallet, from_block: 20, to_block: 60 }
    expect(await walk(service.wallet, bounds)).toEqual(within)
    expect(await walk(service.wallet, { ...bounds, order: 'ASC' })).toEqual(within.toReversed())
    const dates = { from_date: timestampAt(20), to_date: timestampAt(60) }
    const dated = wanted((row) => isOf(row) && row.block_number >= 20 && row.block_number <= 61)
    expect(await walk(service.wallet, { address: wallet, ...dates })).toEqual(dated)
    const ofCoins = wanted((row) => isOf(row) && [coin, otherCoin].includes(toHex(row.token_address)))
    for (const order of ['DESC', 'ASC'])
      expect(await walk(service.wallet, { address: wallet, contract_addresses: [coin, otherCoin], order })).toEqual(
        order === 'ASC' ? ofCoins.toReversed() : ofCoins,
      )
    const ofCoin = wanted((row) => toHex(row.token_address) === coin)
    expect(await walk(service.token, { address: coin })).toEqual(ofCoin)
    expect(await walk(service.token, { address: coin, order: 'ASC' })).toEqual(ofCoin.toReversed())
  })

  test("are counted on request, and include the token's metadata", async () => {
    const service = await filled()
    const count = wanted((row) => toHex(row.token_address) === coin).length
    const page = await service.token({ address: coin, limit: 2, disable_total: 'false' })
    expect(page).toMatchObject({ total: count, result: [{ token_symbol: 'C', token_decimals: '2' }, {}] })
    expect((await service.token({ address: coin, cursor: page.cursor })).total).toBe(count)
    expect((await service.token({ address: coin })).total).toBeNull()
    expect(
      (await service.wallet({ address: wallet, contract_addresses: [coin], disable_total: 'false' })).total,
    ).toBeNull()
  })

  test('of a rare token continue after a bounded search, in either order', async () => {
    const many = Array.from({ length: candidatesMax + 500 }, (_, index): Erc20TransferRow => {
      const isRare = index === 0 || index === candidatesMax + 499
      return {
        ...{ chain: chainId, block_number: index, log_index: 0, transaction_index: 0, value: '1' },
        token_address: toBytes(isRare ? otherCoin : coin),
        from_address: toBytes(wallet),
        to_address: toBytes(walletOf(2)),
        transaction_hash: new Uint8Array(32),
      }
    })
    // The rare token moves as often among others, so that neither index alone decides.
    const others = many.map((row) => ({
      ...{ ...row, log_index: 1, token_address: toBytes(otherCoin), from_address: toBytes(walletOf(3)) },
    }))
    const service = await filled([...many, ...others], candidatesMax + 500)
    const ask = { address: wallet, contract_addresses: [otherCoin] }
    const expected = [`${candidatesMax + 499}/0`, '0/0']
    expect(await walk(service.wallet, ask)).toEqual(expected)
    expect(await walk(service.wallet, { ...ask, order: 'ASC' })).toEqual(expected.toReversed())
  })
})
