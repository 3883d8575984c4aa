/*
 * An account of what the sender of a recorded transaction lost and gained, from the raw JSON of nodes: it shares no code with the
 * product.
 */

type RawLog = { address: string; topics: string[]; data: string }
export type RawTransaction = { hash: string; from: string; to: string | null; value: string; input: string }
export type RawReceipt = { transactionHash: string; status?: string; contractAddress?: string | null; logs: RawLog[] }
export type RawFrame = { type: string; from: string; to?: string; value?: string; error?: string; calls?: RawFrame[] }
export type RawTrace = {
  transactionHash?: string
  type: string
  traceAddress: number[]
  error?: string
  action: {
    callType?: string
    from?: string
    to?: string
    value?: string
    address?: string
    refundAddress?: string
    balance?: string
  }
  result?: { address?: string } | null
}

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

const word = (data: string, place: number): bigint => BigInt(`0x${data.slice(2 + place * 64, 66 + place * 64) || '0'}`)
const last = (topic = ''): string => `0x${topic.slice(-40)}`

/** By asset: `native`, an address, or an address and an id. */
export type Flows = Map<string, bigint>

/** What an address lost and gained, without fees. */
export const flowsOf = (
  address: string,
  receipt: RawReceipt,
  coins: readonly { from: string; to: string; value: bigint }[],
  wrappedCoin = weth,
): Flows => {
  const flows: Flows = new Map()
  const add = (asset: string, change: bigint) => flows.set(asset, (flows.get(asset) ?? 0n) + change)
  const move = (asset: string, from: string, to: string, amount: bigint) => {
    if (from === address) add(asset, -amount)
    if (to === address) add(asset, amount)
  }
  for (const { from, to, value } of coins) move('native', from, to, value)
  for (const { address: token, topics, data } of receipt.logs) {
    const [topic, first, second, third] = topics
    const size = (data.length - 2) / 64
    if (topic === transfer && topics.length === 3 && size >= 1) move(token, last(first), last(second), word(data, 0))
    if (topic === transfer && topics.length === 4) move(`${token} ${BigInt(third ?? 0)}`, last(first), last(second), 1n)
    if (topic === single && topics.length === 4 && size >= 2)
      move(`${token} ${word(data, 0)}`, last(second), last(third), word(data, 1))
    if (topic === batch && topics.length === 4) {
      const [ids, amounts] = [Number(word(data, 0)) / 32, Number(word(data, 1)) / 32]
      for (let item = 0; item < Number(word(data, ids)); item++)
        move(`${token} ${word(data, ids + 1 + item)}`, last(second), last(third), word(data, amounts + 1 + item))
    }
    if (token === wrappedCoin && topic === deposit && last(first) === address) add(token, word(data, 0))
    if (token === wrappedCoin && topic === withdrawal && last(first) === address) add(token, -word(data, 0))
  }
  return new Map([...flows].filter(([, change]) => change !== 0n))
}

/** The coin that moved, by the frames of callTracer. */
export const coinsOfFrames = (top: RawFrame): { from: string; to: string; value: bigint }[] => {
  if (top.error) return []
  const moves = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(top.type) && BigInt(top.value ?? '0x0') > 0n
  return [
    ...(moves ? [{ from: top.from, to: top.to ?? '', value: BigInt(top.value ?? '0x0') }] : []),
    ...(top.calls ?? []).flatMap(coinsOfFrames),
  ]
}

/** The coin that moved, by the traces of a transaction in Parity's form. */
export const coinsOfTraces = (traces: readonly RawTrace[]): { from: string; to: string; value: bigint }[] => {
  const undone = traces.filter(({ error }) => error).map(({ traceAddress }) => traceAddress)
  const isUndone = (place: number[]) => undone.some((above) => above.every((step, index) => place[index] === step))
  return traces.flatMap(({ type, traceAddress, action, result }) => {
    if (isUndone(traceAddress)) return []
    if (type === 'suicide')
      return [{ from: action.address ?? '', to: action.refundAddress ?? '', value: BigInt(action.balance ?? 0) }]
    if (type === 'call' && action.callType !== 'call') return []
    const to = type === 'create' ? result?.address : action.to
    return [{ from: action.from ?? '', to: to ?? '', value: BigInt(action.value ?? 0) }]
  })
}
