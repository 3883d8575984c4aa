import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { framesOfRecord } from '#tests/evm/etherscan/recorded-rows.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { apiKey, type RunningApiServer } from '#tests/support/api-server.ts'
import { hasRecordings, rawRecording, recordedReplies, startRecordedMainnet } from '#tests/support/recorded-mainnet.ts'
import { type AnyClient, type Called, connect, textOf } from './clients.ts'

/* Questions about recorded blocks of Ethereum, answered by calls of tools alone; the expected answers are read from the recording. */

const numbers = [4_370_000, 12_244_000, 15_537_394, 18_085_863, 19_426_586, 19_426_587, 19_433_903, 22_869_878]
const head = 22_869_878
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Fields = Record<string, unknown>
type Row = Record<string, string>

const ether = (wei: bigint): string => {
  const text = String(wei).padStart(19, '0')
  return `${text.slice(0, -18)}.${text.slice(-18)}`.replace(/\.?0+$/, '')
}
const addressOf = (topic = ''): string => `0x${topic.slice(-40)}`
const timeOf = (number: number): number => Number(rawRecording(number).block.timestamp)

/** A block's transactions with their receipts. */
const sentIn = (number: number) => {
  const { block, receipts } = rawRecording(number)
  return block.transactions.map((fields, index) => {
    const receipt = receipts[index]
    if (!receipt) throw new Error('a receipt')
    return { ...fields, receipt, fee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) }
  })
}
const logsIn = (number: number) => rawRecording(number).receipts.flatMap(({ logs }) => logs)

describe.runIf(hasRecordings).each(dialects)('assistants that ask about recorded blocks on %s', (dialect) => {
  const stores = testStores(dialect)
  let server: RunningApiServer
  let client: AnyClient
  beforeAll(async () => {
    server = await startRecordedMainnet(numbers, { DATABASE_URL: await stores.createUrl() })
    client = await connect('2026-07-28', server.url, { authorization: `Bearer ${apiKey}` })
  }, 300_000)
  afterAll(async () => {
    await client?.close()
    await server?.stop()
  })

  const call = async (name: string, given: Fields = {}) => {
    const called = (await client.callTool({ name, arguments: given })) as Called
    return { isError: called.isError === true, text: textOf(called), fields: called.structuredContent ?? {} }
  }
  const ask = async (name: string, given: Fields = {}): Promise<Fields> => {
    const { isError, text, fields } = await call(name, given)
    if (isError) throw new Error(`${name}: ${text}`)
    return fields
  }
  /** All pages of a list, by what `next` says. */
  const askAll = async (name: string, list: string, given: Fields): Promise<Row[]> => {
    const found: Row[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const fields = await ask(name, { ...given, ...(cursor !== '' && { cursor }) })
      found.push(...(fields[list] as Row[]))
      cursor = /cursor=(\S+)/.exec(String(fields.next ?? ''))?.[1]
    }
    return found
  }
  const within = (first: number, last = first) => ({ from_block: first, to_block: last })

  test('which blocks are indexed, and which are traced?', async () => {
    const [chain] = (await ask('index_status')).chains as Fields[]
    expect(chain).toMatchObject({ chain: 'eth', indexed: String(head), coverage: { complete: false } })
    expect(chain?.coverage).toMatchObject({ ranges: expect.stringContaining('19426586-19426587'), to: String(head) })
    expect(chain?.features).toMatchObject({ internal_transfers: expect.not.stringContaining(String(head)) })
  })

  test('what is this text: a hash, a block, an address, a word?', async () => {
    const [transaction] = sentIn(19_426_587)
    for (const [query, kind, id] of [
      [transaction?.hash, 'transaction', transaction?.hash],
      ['19426587', 'block', '19426587'],
      ['tether', 'token', usdt],
    ])
      expect((await ask('search', { query })).matches, query).toContainEqual(
        expect.objectContaining({ kind, chain: 'eth', id }),
      )
  })

  test('did this transaction fail, who sent it, and what did it cost?', async () => {
    for (const number of [12_244_000, 15_537_394]) {
      const failed = sentIn(number).find(({ receipt }) => receipt.status === '0x0')
      expect(await ask('get_transaction', { hash: failed?.hash })).toMatchObject({
        ...{ status: 'failed', from: failed?.from, to: failed?.to, nonce: String(Number(failed?.nonce)) },
        ...{ block_number: String(number), fee: String(failed?.fee), fee_decimal: ether(failed?.fee ?? 0n) },
      })
    }
  })

  test('what did it move: tokens by its events, coin by its trace?', async () => {
    const frames = framesOfRecord(19_426_587)
    const hash = frames.find(({ value, isError }) => value !== '0' && isError === '0')?.hash ?? ''
    const { receipt, from, to, value } = sentIn(19_426_587).find((one) => one.hash === hash) ?? {}
    const moves = await askAll('get_transaction', 'moves', { hash })
    const coin = [
      ...(BigInt(value ?? 0) > 0n ? [[from, to, String(BigInt(value ?? 0))]] : []),
      ...frames
        .filter((frame) => frame.hash === hash && frame.isError === '0' && frame.value !== '0')
        .map((one) => [one.from, one.to, one.value]),
    ]
    expect(moves.filter(({ standard }) => standard === 'native').map((one) => [one.from, one.to, one.amount])).toEqual(
      coin,
    )
    const transfers = (receipt?.logs ?? []).filter(({ topics }) => topics[0] === transferTopic && topics.length === 3)
    for (const { address, topics, data } of transfers)
      expect(moves).toContainEqual(
        expect.objectContaining({
          ...{ token: address, from: addressOf(topics[1]), to: addressOf(topics[2]), amount: String(BigInt(data)) },
        }),
      )
  })

  test('which events did it emit, in which order?', async () => {
    const busiest = sentIn(18_085_863).toSorted((a, b) => b.receipt.logs.length - a.receipt.logs.length)[0]
    const logs = await askAll('get_transaction', 'logs', { hash: busiest?.hash, detail: 'logs' })
    expect(logs.map(({ log_index, contract }) => [Number(log_index), contract])).toEqual(
      busiest?.receipt.logs.map(({ logIndex, address }) => [Number(logIndex), address]),
    )
    expect(logs.length).toBeGreaterThan(10)
  })

  test('which calls did it make, and which of them failed?', async () => {
    const { block, calls: roots = [] } = rawRecording(19_426_587)
    type Call = (typeof roots)[number]
    const flat = (one: Call): Call[] => [one, ...(one.calls ?? []).flatMap(flat)]
    const place = roots.findIndex((root) => flat(root).length > 20)
    const hash = block.transactions[place]?.hash
    const calls = await askAll('get_transaction', 'calls', { hash, detail: 'calls' })
    const expected = flat(roots[place] as Call)
    expect(calls.map(({ type, from, to }) => [type, from, to])).toEqual(
      expected.map(({ type, from, to }) => [type, from, to]),
    )
    expect(calls.filter(({ error }) => error)).toHaveLength(expected.filter(({ error }) => error).length)
  })

  test('what did its blobs cost?', async () => {
    const blobs = sentIn(19_433_903).find(({ type }) => type === '0x3')
    const fee = BigInt(blobs?.receipt.blobGasUsed ?? 0) * BigInt(blobs?.receipt.blobGasPrice ?? 0)
    expect(await ask('get_transaction', { hash: blobs?.hash })).toMatchObject({
      ...{ fee: String(blobs?.fee), blob_count: blobs?.blobVersionedHashes?.length },
      fee_note: expect.stringContaining('detail=fees'),
    })
    expect(await ask('get_transaction', { hash: blobs?.hash, detail: 'fees' })).toMatchObject({
      blobs: { versioned_hashes: blobs?.blobVersionedHashes, fee: String(fee) },
    })
  })

  test('what did a wallet send in these blocks, and how much gas did it spend?', async () => {
    const all = [19_426_586, 19_426_587].flatMap(sentIn)
    const [busiest = ''] =
      [...Map.groupBy(all, ({ from }) => from)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    const own = all.filter(({ from }) => from === busiest)
    const given = { address: busiest, direction: 'out', ...within(19_426_586, 19_426_587) }
    const rows = await askAll('list_transactions', 'transactions', given)
    expect(rows.map(({ hash }) => hash)).toEqual(own.map(({ hash }) => hash).toReversed())
    expect(rows.map(({ fee_decimal }) => fee_decimal)).toEqual(own.map(({ fee }) => ether(fee)).toReversed())
    const day = { from_date: '2024-03-13T00:00:00Z', to_date: '2024-03-13T23:59:59Z' }
    const ofDay = await askAll('list_transactions', 'transactions', { address: busiest, direction: 'out', ...day })
    expect(ofDay.length).toBeGreaterThanOrEqual(rows.length)
  })

  test('which transactions of a block failed?', async () => {
    const failed = sentIn(15_537_394).filter(({ receipt }) => receipt.status === '0x0')
    const rows = await askAll('list_transactions', 'transactions', { ...within(15_537_394), limit: 50 })
    expect(rows).toHaveLength(80)
    expect(rows.filter((row) => row.failed).map(({ hash }) => hash)).toEqual(
      failed.map(({ hash }) => hash).toReversed(),
    )
  })

  test('who transferred this token in a block, and how much?', async () => {
    const transfers = logsIn(18_085_863).filter(
      ({ address, topics }) => address === usdt && topics[0] === transferTopic,
    )
    const rows = await askAll('list_token_transfers', 'transfers', {
      token: usdt,
      hide_spam: false,
      ...within(18_085_863),
    })
    expect(rows.map(({ from, to, amount }) => [from, to, amount])).toEqual(
      transfers
        .map(({ topics, data }) => [addressOf(topics[1]), addressOf(topics[2]), String(BigInt(data))])
        .toReversed(),
    )
  })

  test('which NFTs moved in a block?', async () => {
    const moved = logsIn(18_085_863).filter(({ topics }) => topics[0] === transferTopic && topics.length === 4)
    const rows = await askAll('list_token_transfers', 'transfers', {
      kind: 'nft',
      hide_spam: false,
      ...within(18_085_863),
    })
    for (const { address, topics } of moved)
      expect(rows).toContainEqual(
        expect.objectContaining({
          collection: address,
          token_id: String(BigInt(topics[3] ?? 0)),
          to: addressOf(topics[2]),
        }),
      )
    // And one of CryptoKitties' form.
    expect(rows).toHaveLength(moved.length + 1)
  })

  test('who produced a block, what were its fees, and how much was burnt?', async () => {
    const { block, receipts } = rawRecording(18_085_863)
    const fees = receipts.reduce((sum, one) => sum + BigInt(one.gasUsed) * BigInt(one.effectiveGasPrice), 0n)
    expect(await ask('get_block', { block: '18085863' })).toMatchObject({
      ...{ block_hash: block.hash, miner: block.miner, transaction_count: block.transactions.length },
      ...{ transaction_fees: String(fees), withdrawal_count: 16 },
      burnt: String(BigInt(block.baseFeePerGas ?? 0) * BigInt(block.gasUsed)),
    })
  })

  test('which block was at this time?', async () => {
    const time = new Date((timeOf(19_426_587) - 1) * 1_000).toISOString()
    expect(await ask('get_block', { time })).toMatchObject({ block_number: '19426586' })
  })

  test('what were the last events of a contract before a block?', async () => {
    const expected = [19_426_586, 19_426_587].flatMap(logsIn).filter(({ address }) => address === weth)
    const { logs } = await ask('get_logs', { address: weth, to_block: 19_426_587, limit: 5 })
    expect((logs as Row[]).map(({ log_index }) => Number(log_index))).toEqual(
      expected
        .slice(-5)
        .map(({ logIndex }) => Number(logIndex))
        .toReversed(),
    )
  })

  test('what is this token called, and how many decimals does it have?', async () => {
    const { calls } = recordedReplies()
    const decimals = Number(calls.get(`${usdt} 0x313ce567`))
    await expect.poll(async () => await ask('get_token', { address: usdt })).toMatchObject({ symbol: 'USDT', decimals })
    const given = { token: usdt, hide_spam: false, ...within(18_085_863), limit: 1 }
    const [row] = (await ask('list_token_transfers', given)).transfers as Row[]
    expect(row?.amount_decimal).toBe(String(Number(row?.amount) / 10 ** decimals))
    const { transfers } = await ask('get_token', { address: usdt })
    const counted = numbers
      .flatMap(logsIn)
      .filter(({ address, topics }) => address === usdt && topics[0] === transferTopic)
    expect(transfers).toBe(counted.length)
  })

  test('who can pause a stablecoin or issue more of it, and which functions does it have?', async () => {
    const functions = await askAll('get_contract', 'functions', { address: usdt, part: 'abi' })
    expect(functions.map(({ signature }) => signature)).toEqual(
      expect.arrayContaining(['pause()', 'unpause()', 'transfer(address,uint256)']),
    )
    const { abilities } = await ask('get_contract', { address: usdt })
    expect(abilities).toContainEqual({ ability: 'pause', answer: 'yes', functions: ['pause()'] })
    expect(abilities).toContainEqual({ ability: 'mint', answer: 'yes', functions: ['issue(uint256)'] })
  })

  test('what does a contract answer to a call, and what does this calldata mean?', async () => {
    const { calls } = recordedReplies()
    const read = await ask('read_contract', { address: weth, function: 'decimals()' })
    expect(read).toMatchObject({ status: 'returned', output: calls.get(`${weth} 0x313ce567`) })
    const sent = sentIn(18_085_863).find(({ input }) => input.startsWith('0xa9059cbb'))
    const amount = String(BigInt(`0x${sent?.input.slice(74, 138)}`))
    const decoded = JSON.stringify(await ask('decode', { data: sent?.input }))
    expect(decoded).toContain('transfer(address,uint256)')
    expect(decoded).toContain(amount)
  })

  test('who minted 10,000 NFTs in one transaction?', async () => {
    const mint = sentIn(15_537_394).find(({ receipt }) => receipt.logs.length > 5_000)
    const collection = mint?.receipt.contractAddress ?? ''
    expect(await ask('get_transaction', { hash: mint?.hash })).toMatchObject({
      ...{ from: mint?.from, created_contract: collection },
      // An answer has no room for all of them: a number would be wrong.
      events_note: expect.stringMatching(/^At least \d+ events.* get_logs with from_block and to_block 15537394 /),
    })
    const shown = await ask('get_transaction', { hash: mint?.hash })
    expect(shown.event_count).toBeUndefined()
    const token = await ask('get_token', { address: collection })
    expect(token).toMatchObject({ standard: 'ERC721', transfers: 10_000 })
  })

  test('what did this transaction approve?', async () => {
    const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
    const isApproval = ({ topics }: { topics: string[] }) => topics[0] === approval && topics.length === 3
    const approving = sentIn(head).find(({ receipt }) => receipt.logs.length === 1 && receipt.logs.every(isApproval))
    const [log] = approving?.receipt.logs ?? []
    const [event] = await askAll('get_transaction', 'logs', { hash: approving?.hash, detail: 'logs' })
    expect(event).toMatchObject({ contract: log?.address, event_signature: 'Approval(address,address,uint256)' })
    expect(JSON.stringify(event).toLowerCase()).toContain(addressOf(log?.topics[2]))
    expect(JSON.stringify(event)).toContain(String(BigInt(log?.data ?? 0)))
  })

  test('questions that reach outside of the recording are answered with what is there', async () => {
    const nothing = await ask('list_transactions', { address: weth, ...within(5_000_000, 5_000_100) })
    expect(nothing.next).toMatch(
      /^This empty list does not mean that there is nothing: .* not indexed here\. Indexed: /,
    )
    const quiet = sentIn(19_433_903).find(({ type }) => type === '0x3')
    expect(await ask('get_transaction', { hash: quiet?.hash })).toMatchObject({
      moves: [],
      next: expect.not.stringContaining('does not mean'),
    })
    const { isError, text } = await call('get_block', { block: '5000000' })
    expect([isError, text]).toEqual([true, expect.stringMatching(/^not_(found|available): /)])
  })
})
