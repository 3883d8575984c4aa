import type { RawRecording, TracedCall } from '#tests/support/recorded-mainnet.ts'

/* What the accounts of a recorded block gained and lost, by the plainest reading of what nodes answered. */

const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  consecutive: '0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d',
}
/** Their deposits and withdrawals are of the coin itself. */
const wrappedCoins: Record<string, string> = {
  eth: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  polygon: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  arbitrum: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
}
const nobody = `0x${'0'.repeat(40)}`

type Add = (asset: string, from: string, to: string, amount: bigint) => void
type Log = RawRecording['receipts'][number]['logs'][number]

/** By account, then by asset: `coin`, a token, or `<collection>/<id>`. */
export const balanceChanges = (
  recording: RawRecording,
  { chain, keepsTraces }: { chain: string; keepsTraces: boolean },
) => {
  const changes = new Map<string, Map<string, bigint>>()
  const gain = (account: string, asset: string, amount: bigint) => {
    const own = changes.get(account) ?? new Map<string, bigint>()
    changes.set(account, own.set(asset, (own.get(asset) ?? 0n) + amount))
  }
  const add: Add = (asset, from, to, amount) => {
    gain(from, asset, -amount)
    gain(to, asset, amount)
  }
  if (keepsTraces) addTraces(recording, add)
  else addValues(recording, add)
  for (const { logs } of recording.receipts) for (const log of logs) addLog(log, chain, add)
  addPayments(recording, chain, gain)
  return new Map(
    [...changes].map(([account, own]) => [account, new Map([...own].filter(([, sum]) => sum !== 0n).sort())]),
  )
}

const addValues = ({ block, receipts }: RawRecording, add: Add): void => {
  for (const [index, { from, to, value }] of block.transactions.entries())
    if (receipts[index]?.status === '0x1')
      add('coin', from, to ?? receipts[index]?.contractAddress ?? '', BigInt(value))
}

const addTraces = ({ block, calls, traces }: RawRecording, add: Add): void => {
  const walk = ({ type, from, to, value, error, calls: inner }: TracedCall): void => {
    if (error !== undefined) return
    if (/^(CALL|CREATE2?|SELFDESTRUCT)$/.test(type)) add('coin', from, to ?? '', BigInt(value ?? 0))
    for (const call of inner ?? []) walk(call)
  }
  if (calls) for (const root of calls) walk(root)
  else
    for (const { hash } of block.transactions) {
      const own = (traces ?? []).filter(({ transactionHash }) => transactionHash === hash)
      const failed = own.flatMap(({ error, traceAddress }) => (error === undefined ? [] : [traceAddress]))
      for (const { type, action, result, traceAddress: path } of own) {
        if (failed.some((one) => one.every((place, depth) => path[depth] === place))) continue
        if (type === 'suicide')
          add('coin', action.address ?? '', action.refundAddress ?? '', BigInt(action.balance ?? 0))
        else if (type === 'create') add('coin', action.from ?? '', result?.address ?? '', BigInt(action.value ?? 0))
        else if (action.callType === 'call') add('coin', action.from ?? '', action.to ?? '', BigInt(action.value ?? 0))
      }
    }
}

const word = (data: string, place: number): bigint => BigInt(`0x${data.slice(2 + 64 * place, 66 + 64 * place) || '0'}`)
const addressOf = (topic: string | undefined): string => `0x${(topic ?? '').slice(-40)}`

const addLog = ({ address, topics: [kind, one, two, three], data }: Log, chain: string, add: Add): void => {
  const isWrapped = address === wrappedCoins[chain]
  const [from, to] = [addressOf(one), addressOf(two)]
  if (kind === topics.transfer && three !== undefined) add(`${address}/${BigInt(three)}`, from, to, 1n)
  else if (kind === topics.transfer && two !== undefined) add(address, from, to, word(data, 0))
  else if (kind === topics.transfer && one === undefined) {
    const side = (place: number) => `0x${word(data, place).toString(16).padStart(40, '0')}`
    add(`${address}/${word(data, 2)}`, side(0), side(1), 1n)
  } else if (kind === topics.deposit && isWrapped) add(address, nobody, from, word(data, 0))
  else if (kind === topics.withdrawal && isWrapped) add(address, from, nobody, word(data, 0))
  else if (kind === topics.single) add(`${address}/${word(data, 0)}`, to, addressOf(three), word(data, 1))
  else if (kind === topics.batch) {
    const count = Number(word(data, 2))
    for (let item = 0; item < count; item++)
      add(`${address}/${word(data, 3 + item)}`, to, addressOf(three), word(data, 4 + count + item))
  } else if (kind === topics.consecutive)
    for (let id = BigInt(one ?? 0); id <= word(data, 0); id++) add(`${address}/${id}`, to, addressOf(three), 1n)
}

const gwei = 10n ** 9n
const ether = 10n ** 18n

/** Fees and what the block paid; a share of the reward for each uncle (the Yellow Paper, 11.3). */
const addPayments = (
  { block, receipts }: RawRecording,
  chain: string,
  gain: (account: string, asset: string, amount: bigint) => void,
): void => {
  const baseFee = BigInt(block.baseFeePerGas ?? 0)
  for (const [index, { gasUsed, effectiveGasPrice, blobGasUsed, blobGasPrice }] of receipts.entries()) {
    const gas = BigInt(gasUsed)
    const blobs = BigInt(blobGasUsed ?? 0) * BigInt(blobGasPrice ?? 0)
    gain(block.transactions[index]?.from ?? '', 'coin', -(gas * BigInt(effectiveGasPrice) + blobs))
    gain(block.miner, 'coin', gas * (BigInt(effectiveGasPrice) - baseFee))
  }
  for (const { address, amount } of block.withdrawals ?? []) gain(address, 'coin', BigInt(amount) * gwei)
  const number = Number(block.number)
  if (chain !== 'eth' || number >= 15_537_394) return
  const coins = (number >= 7_280_000 ? 2n : number >= 4_370_000 ? 3n : 5n) * ether
  gain(block.miner, 'coin', coins + (coins * BigInt(block.uncles.length)) / 32n)
}
