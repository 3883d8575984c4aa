import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#lib/api/client/client.ts'
import type { Client } from '#lib/api/endpoint.ts'
import { demoFeeds } from '#lib/demo/evm/price-feeds.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { apiKey } from '#tests/support/api-server.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { askLedger, type Ledger, readLedger, topic } from './ledger.ts'
import { allowed, callingHash, ledgerPair, transferEvent } from './operations.ts'

/* What the operations of the hosted service answer, against what the node of the demo ledger says. */

const chain = 'demo'
let server: Awaited<ReturnType<typeof demoApi>>
let ledger: Ledger
let api: Client<typeof evmApi>
beforeAll(async () => {
  ;[server, ledger] = await Promise.all([demoApi(), readLedger()])
  api = createClient(evmApi, { baseUrl: server.url, headers: { 'x-api-key': apiKey } })
})
afterAll(async () => {
  await server?.stop()
})

const addressOf = (word: string | undefined): string => `0x${word?.slice(26)}`
const ofContract = (address: string, first?: string) =>
  ledger.logs.filter((log) => log.address === address && (first === undefined || log.topics[0] === first)).toReversed()

describe('state', () => {
  const calledBy = (to: string, data: string) => askLedger<string>('eth_call', { to, data }, 'latest')
  const word = (address: string) => `${'0'.repeat(24)}${address.slice(2)}`

  test('an allowance is what the token says', async () => {
    const { address, owner_address, spender_address } = allowed
    const told = await calledBy(address, `0xdd62ed3e${word(owner_address)}${word(spender_address)}`)
    expect(await api.tokenAllowance({ chain, ...allowed })).toEqual({ allowance: BigInt(told).toString() })
    expect(BigInt(told)).toBeGreaterThan(0n)
  })

  test('a contract without allowances is 404, by its address', async () => {
    const asked = { chain, ...allowed, address: ledger.trader }
    await expect(api.tokenAllowance(asked)).rejects.toThrow(`No contract at ${ledger.trader} on`)
  })

  test('the balances of several wallets add up', async () => {
    const wallets = [ledger.collector, ledger.trader]
    const told = await Promise.all(wallets.map((wallet) => askLedger<string>('eth_getBalance', wallet, 'latest')))
    const [answer] = await api.nativeBalances({ chain, wallet_addresses: wallets })
    expect(answer?.wallet_balances.map(({ balance }) => BigInt(balance))).toEqual(told.map(BigInt))
    expect(BigInt(answer?.total_balance ?? 0)).toBe(told.reduce((sum, one) => sum + BigInt(one), 0n))
    expect(answer).toMatchObject({ chain, block_number: String(ledger.head) })
  })

  const item = (name: string, outputs: string[], inputs: string[] = []) => ({
    type: 'function',
    name,
    inputs: inputs.map((type, index) => ({ name: `input${index}`, type })),
    outputs: outputs.map((type, index) => ({ name: index === 1 ? 'second' : '', type })),
  })
  const run = (address: string, abi: ReturnType<typeof item>[], params = {}) =>
    api.contractFunction({ chain, address, function_name: abi[0]?.name ?? '', abi, params })

  test('a function returns one value as it is, several by place and name, and lists as lists', async () => {
    const told = await calledBy(ledgerPair.address, '0x0902f1ac')
    const [first = 0n, second = 0n] = [0, 1].map((at) => BigInt(`0x${told.slice(2 + 64 * at, 66 + 64 * at)}`))
    expect(await run(ledgerPair.address, [item('getReserves', ['uint112', 'uint112'])])).toEqual({
      '0': String(first),
      '1': String(second),
      second: String(second),
    })
    expect(String(await run(ledgerPair.address, [item('token0', ['address'])])).toLowerCase()).toBe(ledgerPair.token0)
    const safe = '0xdc6a36469d61fc85f0ebcb5588fa61d036c57abb'
    const owners = await run(safe, [item('getOwners', ['address[]'])])
    expect(owners).toHaveLength(4)
  })

  test('a function that is not in the ABI, two of one name, a wrong argument and a revert are named', async () => {
    const { coin } = ledger
    const messageOf = (answer: Promise<unknown>) => answer.then(String, (error: Error) => error.message)
    const asked = { chain, address: coin, abi: [item('totalSupply', ['uint256'])] }
    expect(await messageOf(api.contractFunction({ ...asked, function_name: 'supply' }))).toBe(
      'function_name is supply, which is no function of the ABI: expected one of totalSupply()',
    )
    const twice = [item('f', [], ['uint256']), item('f', [], ['address'])]
    expect(await messageOf(api.contractFunction({ ...asked, abi: twice, function_name: 'f' }))).toMatch(
      /^function_name is f, which the ABI has 2 times: expected a signature such as f\(uint256\)/,
    )
    expect(await messageOf(run(coin, [item('balanceOf', ['uint256'], ['address'])], { input0: '0x1' }))).toMatch(
      /^params is wrong: argument 1 \(input0\) of balanceOf\(address\) must be an address/,
    )
    expect(await messageOf(run(coin, [item('unheardOf', [])]))).toMatch(/^The call of unheardOf\(\) reverted: /)
    expect(await messageOf(api.contractFunction({ ...asked, abi: 'oops', function_name: 'f' }))).toMatch(
      /^abi is not an ABI: expected a JSON list/,
    )
  })
})

describe('logs and calls', () => {
  test('logs of a contract are those of the node, newest first', async () => {
    const expected = ofContract(ledger.coin, topic.approval)
    const { result } = await api.contractLogs({ chain, address: ledger.coin, topic0: topic.approval, limit: 100 })
    expect(result.map(({ transaction_hash, log_index }) => [transaction_hash, log_index])).toEqual(
      expected.slice(0, 100).map(({ transactionHash, logIndex }) => [transactionHash, Number(logIndex)]),
    )
    expect(result[0]).toMatchObject({ data: expected[0]?.data, topic0: topic.approval, topic1: expected[0]?.topics[1] })
  })

  test('logs between two dates are those of their blocks', async () => {
    const logs = ofContract(ledger.coin)
    const at = async (log: (typeof logs)[number] | undefined) =>
      Number((await askLedger<{ timestamp: string }>('eth_getBlockByNumber', log?.blockNumber, false)).timestamp)
    const [from, to] = [await at(logs[90]), await at(logs[20])]
    const times = await Promise.all(logs.slice(0, 200).map(at))
    const { result } = await api.contractLogs({ chain, address: ledger.coin, from_date: from, to_date: to, limit: 100 })
    expect(result).toHaveLength(times.filter((time) => time >= from && time <= to).length)
    expect(await api.contractLogs({ chain, address: ledger.coin, to_date: '2001-01-01' })).toMatchObject({ result: [] })
  })

  test('events are decoded by the ABI of the request', async () => {
    const [newest] = ofContract(ledger.coin, topic.transfer)
    const asked = { chain, address: ledger.coin, topic: topic.transfer, limit: 1 }
    const { result } = await api.contractEvents({ ...asked, abi: transferEvent })
    expect(result[0]).toMatchObject({
      transaction_hash: newest?.transactionHash,
      data: {
        from: addressOf(newest?.topics[1]),
        to: addressOf(newest?.topics[2]),
        value: BigInt(newest?.data ?? 0).toString(),
      },
    })
    const other = { ...transferEvent, name: 'Moved' }
    await expect(api.contractEvents({ ...asked, abi: other })).rejects.toThrow(
      `abi declares another event than that of the topic: expected one whose signature has the hash ${topic.transfer}`,
    )
  })

  test('internal transactions are the calls that the node traced', async () => {
    type Frame = { from: string; to: string; calls?: Frame[] }
    const trace = await askLedger<Frame>('debug_traceTransaction', callingHash, { tracer: 'callTracer' })
    const below = ({ calls = [] }: Frame): Frame[] => calls.flatMap((call) => [call, ...below(call)])
    const answer = await api.internalTransactions({ chain, transaction_hash: callingHash })
    expect(answer.map(({ from, to }) => [from, to])).toEqual(below(trace).map(({ from, to }) => [from, to]))
    const unknown = { chain, transaction_hash: `0x${'ab'.repeat(32)}` }
    await expect(api.internalTransactions(unknown)).rejects.toThrow('No transaction 0xabab')
  })
})

describe('NFTs', () => {
  const places = (rows: readonly { transaction_hash: string; log_index: number }[]) =>
    rows.map(({ transaction_hash, log_index }) => `${transaction_hash}:${log_index}`)
  const placeOf = ({ transactionHash, logIndex }: (typeof ledger.logs)[number]) =>
    `${transactionHash}:${Number(logIndex)}`
  const tokenOf = (id: string) => `0x${BigInt(id).toString(16).padStart(64, '0')}`

  test('the transfers of a collection and of a token are those of the logs, newest first, and counted', async () => {
    const moved = ofContract(ledger.collection, topic.transfer)
    const asked = { chain, address: ledger.collection, limit: 100, disable_total: false }
    const { result, total, index_complete } = await api.contractNftTransfers(asked)
    const single = result.filter(({ transaction_type }) => transaction_type === 'Single')
    expect(index_complete).toBe(true)
    expect(places(single)).toEqual(moved.slice(0, single.length).map(placeOf))
    expect(total).toBeGreaterThanOrEqual(moved.length)
    const ofToken = await api.tokenNftTransfers({ ...asked, token_id: '1' })
    const expected = moved.filter(({ topics }) => topics[3] === tokenOf('1'))
    expect(places(ofToken.result)).toEqual(expected.map(placeOf))
    expect(ofToken.total).toBe(expected.length)
    expect(await api.tokenNftTransfers({ ...asked, token_id: '987654321' })).toMatchObject({ result: [], total: 0 })
  })

  test('the transfers of all collections within blocks include each of a block', async () => {
    const block = Number(ledger.nftBlock)
    const { result } = await api.chainNftTransfers({ chain, from_block: block, to_block: block, limit: 100 })
    expect(result).toHaveLength(ledger.nftBlockTransfers)
    expect(new Set(result.map(({ block_number }) => block_number))).toEqual(new Set([String(block)]))
  })

  test('the owner of a token is whom its contract names; those of an edition hold what it counts', async () => {
    const owner = await askLedger<string>(
      'eth_call',
      { to: ledger.collection, data: `0x6352211e${tokenOf('1').slice(2)}` },
      'latest',
    )
    const sole = await api.nftTokenOwners({ chain, address: ledger.collection, token_id: '1', disable_total: false })
    expect(sole).toMatchObject({ total: 1, status: 'SYNCED', result: [{ owner_of: addressOf(owner), amount: '1' }] })

    const shared = await api.nftTokenOwners({ chain, ...ledger.edition, disable_total: false })
    const moves = await api.tokenNftTransfers({ chain, ...ledger.edition, limit: 100, disable_total: false })
    expect(moves.cursor).toBeNull()
    const held = new Map<string, bigint>()
    for (const { from_address, to_address, amount } of moves.result) {
      held.set(to_address, (held.get(to_address) ?? 0n) + BigInt(amount ?? 0))
      held.set(from_address ?? '', (held.get(from_address ?? '') ?? 0n) - BigInt(amount ?? 0))
    }
    expect(shared.total).toBe(shared.result.length)
    expect(shared.result.map(({ owner_of, amount }) => [owner_of, BigInt(amount ?? 0)])).toEqual(
      [...held].filter(([, amount]) => amount > 0n).sort(),
    )
    const stats = await api.nftTokenStats({ chain, ...ledger.edition })
    expect(stats).toEqual({ owners: { current: String(shared.total) }, transfers: { total: String(moves.total) } })
  })

  test('several tokens come in the order of the request, and unknown ones are null', async () => {
    const tokens = ['2', '987654321', '1'].map((token_id) => ({ token_address: ledger.collection, token_id }))
    const [second, unknown, first] = await api.multipleNfts({ chain, tokens, normalizeMetadata: true })
    expect(unknown).toBeNull()
    expect(second).toEqual(
      await api.nftMetadata({ chain, address: ledger.collection, token_id: '2', normalizeMetadata: true }),
    )
    expect(first).toMatchObject({ token_id: '1', token_address: ledger.collection })
    await expect(api.multipleNfts({ chain, tokens: [{ token_address: '0x1', token_id: '1' }] })).rejects.toThrow(
      'tokens is not a list of tokens: expected a JSON list of 1 to 25 objects with `token_address`',
    )
  })

  test('a collection says what it is and how much of it there is; a coin is no collection', async () => {
    const name = await api.contractFunction({
      ...{ chain, address: ledger.collection, function_name: 'name' },
      abi: [{ type: 'function', name: 'name', inputs: [], outputs: [{ name: '', type: 'string' }] }],
    })
    const metadata = await api.nftContractMetadata({ chain, address: ledger.collection })
    expect(metadata).toMatchObject({ token_address: ledger.collection, contract_type: 'ERC721', name })
    await expect(api.nftContractMetadata({ chain, address: ledger.coin })).rejects.toThrow(
      `No NFT collection ${ledger.coin} is known`,
    )
    const stats = await api.nftCollectionStats({ chain, address: ledger.collection })
    const counted = { chain, address: ledger.collection, limit: 1, disable_total: false }
    const [nfts, owners, transfers] = await Promise.all([
      api.contractNfts(counted),
      api.contractNftOwners({ ...counted, limit: 100 }),
      api.contractNftTransfers(counted),
    ])
    expect(stats).toMatchObject({
      total_tokens: String(nfts.total),
      transfers: { total: String(transfers.total) },
    })
    expect(Number(stats.owners.current)).toBeLessThanOrEqual(owners.total ?? 0)
    expect(await api.nftCollectionStats({ chain, address: ledger.trader })).toMatchObject({ total_tokens: '0' })
  })

  test('the collections of a wallet are those of its tokens, each with its count', async () => {
    const held: string[] = []
    for (let cursor: string | undefined, isLast = false; !isLast; ) {
      const page = await api.walletNfts({ chain, address: ledger.collector, limit: 100, cursor })
      held.push(...page.result.map(({ token_address }) => token_address))
      cursor = page.cursor ?? undefined
      isLast = cursor === undefined
    }
    const expected = [...Map.groupBy(held, (address) => address)].map(([address, { length }]) => [address, length])
    const asked = { chain, address: ledger.collector, token_counts: true, disable_total: false }
    const { result, total, status } = await api.walletNftCollections(asked)
    expect(result.map(({ token_address, count }) => [token_address, count])).toEqual(expected.sort())
    expect({ total, status }).toEqual({ total: expected.length, status: 'SYNCED' })
  })

  test('metadata is queued once in ten minutes, and a contract of a whole chain is in sync', async () => {
    const token = { chain, address: ledger.collection, token_id: '1' }
    expect(['QUEUED', 'RECENT']).toContain((await api.nftMetadataResync({ ...token, flag: 'uri' })).status)
    await expect(api.nftMetadataResync({ ...token, flag: 'both' as never })).rejects.toThrow(/^flag with value 'both'/)
    expect(await api.nftContractSync({ chain, address: ledger.collection })).toEqual({ status: 'SYNCED', percent: 100 })
  })
})

describe('counts and pairs', () => {
  test('the transfers of a token, and its symbol, lead to it', async () => {
    const places = new Set([...ledger.transfers])
    const own = ofContract(ledger.coin).filter((log) => places.has(`${log.transactionHash}:${Number(log.logIndex)}`))
    expect(await api.tokenStats({ chain, address: ledger.coin })).toEqual({ transfers: { total: String(own.length) } })
    const [token] = await api.tokenMetadata({ chain, addresses: [ledger.coin] })
    const found = await api.tokenMetadataBySymbol({ chain, symbols: [token?.symbol?.toUpperCase() ?? ''] })
    expect(found).toContainEqual(token)
  })

  test('the reserves of a pair are what it says; another contract has none', async () => {
    const told = await askLedger<string>('eth_call', { to: ledgerPair.address, data: '0x0902f1ac' }, 'latest')
    const [reserve0, reserve1] = [0, 1].map((at) => String(BigInt(`0x${told.slice(2 + 64 * at, 66 + 64 * at)}`)))
    const asked = { chain, pair_address: ledgerPair.address }
    expect(await api.pairReserves(asked)).toEqual({ reserve0, reserve1 })
    await expect(api.pairReserves({ ...asked, pair_address: ledger.coin })).rejects.toThrow('No pair with reserves')
    const tokens = { chain, token0_address: ledgerPair.token0, token1_address: ledgerPair.token1 }
    await expect(api.pairAddress({ ...tokens, exchange: 'uniswapv2' })).rejects.toThrow(
      'exchange is uniswapv2, which is not known on Demo ledger: expected the address of its factory',
    )
    await expect(api.pairAddress({ ...tokens, exchange: 'elsewhere' })).rejects.toThrow(
      'exchange is not a known exchange: expected one of uniswapv2',
    )
  })

  test('the stats of a wallet are the totals of its lists, and its chain has its first and last transaction', async () => {
    const asked = { chain, address: ledger.collector, disable_total: false, limit: 1 }
    const [sent, nfts, nftTransfers, tokenTransfers, collections] = await Promise.all([
      api.walletTransactions(asked),
      api.walletNfts(asked),
      api.walletNftTransfers(asked),
      api.walletTokenTransfers(asked),
      api.walletNftCollections(asked),
    ])
    expect(await api.walletStats({ chain, address: ledger.collector })).toEqual({
      nfts: String(nfts.total),
      collections: String(collections.total),
      transactions: { total: String(sent.total) },
      nft_transfers: { total: String(nftTransfers.total) },
      token_transfers: { total: String(tokenTransfers.total) },
    })
    const oldest = await api.walletTransactions({ ...asked, order: 'ASC' })
    const place = ({ result: [one] }: typeof oldest) => ({
      block_number: one?.block_number,
      block_timestamp: one?.block_timestamp,
      transaction_hash: one?.hash,
    })
    const { active_chains } = await api.walletActiveChains({ address: ledger.collector })
    expect(active_chains).toMatchObject([{ chain, first_transaction: place(oldest), last_transaction: place(sent) }])
    expect(await api.walletActiveChains({ address: `0x${'12'.repeat(20)}` })).toMatchObject({ active_chains: [] })
  })

  test('prices are those of the feeds, and what a wallet is worth follows', async () => {
    const usdOf = (pair: string) => Number(demoFeeds.find((feed) => feed.pair === pair)?.answer) / 1e8
    const price = { tokenAddress: ledger.coin, usdPrice: usdOf('HBR / USD') }
    expect(await api.tokenPrice({ chain, address: ledger.coin })).toMatchObject(price)
    expect(await api.tokenPrices({ chain, tokens: [{ token_address: ledger.coin }] })).toMatchObject([price])
    const { balance } = await api.nativeBalance({ chain, address: ledger.collector })
    const worth = await api.walletNetWorth({ address: ledger.collector })
    expect(worth.chains).toMatchObject([{ chain, native_balance: balance }])
    const native = (Number(balance) / 1e18) * usdOf('ETH / USD')
    expect(Number(worth.chains[0]?.native_balance_usd)).toBeCloseTo(native, 0)
    expect(Number(worth.total_networth_usd)).toBeGreaterThan(native)
  })
})

describe('blocks and the server', () => {
  test('the stats of a block are counted in its logs', async () => {
    const number = ledger.nftBlock
    const { transactions } = await askLedger<{ transactions: unknown[] }>(
      'eth_getBlockByNumber',
      `0x${Number(number).toString(16)}`,
      false,
    )
    const inBlock = ledger.logs.filter(({ blockNumber }) => Number(blockNumber) === Number(number))
    const places = new Set(inBlock.map(({ transactionHash, logIndex }) => `${transactionHash}:${Number(logIndex)}`))
    expect(await api.blockStats({ chain, block_number_or_hash: number })).toEqual({
      transactions: { total: String(transactions.length) },
      nft_transfers: { total: String(ledger.nftBlockTransfers) },
      token_transfers: { total: String([...ledger.transfers].filter((place) => places.has(place)).length) },
    })
    await expect(api.blockStats({ chain, block_number_or_hash: '99999999' })).rejects.toThrow('is not mined yet')
  })

  test('the newest block and the version are known, and every served operation has a weight', async () => {
    expect(await api.latestBlockNumber({ chain })).toBe(String(ledger.head))
    expect(await api.web3Version({})).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    const weights = await api.endpointWeights({})
    expect(weights).toContainEqual({
      ...{ endpoint: 'getWalletNFTs', path: '/{address}/nft', rateLimitCost: '1', price: '0' },
    })
    expect(weights.map(({ endpoint }) => endpoint)).not.toContain('getNFTTrades')
  })
})
