import { encodeFunctionData, type Hex, parseAbi, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { recordedChain } from '#lib/demo/evm/methods.ts'

/* The balances that the demo's node reports, against the transfers of its own ledger. */

const { recording } = await recordedChain()
const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)'])
const events = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  deposit: toEventSelector('Deposit(address,uint256)'),
  withdrawal: toEventSelector('Withdrawal(address,uint256)'),
}
const zero = `0x${'0'.repeat(40)}`

/** What each address received of each ERC20 token, less what it sent. */
const fromTransfers = (): Map<string, Map<string, bigint>> => {
  const tokens = new Map<string, Map<string, bigint>>()
  const add = (token: string, topic: string | undefined, amount: bigint) => {
    const holders = tokens.get(token) ?? new Map<string, bigint>()
    tokens.set(token, holders)
    const holder = `0x${topic?.slice(26)}`
    if (holder !== zero) holders.set(holder, (holders.get(holder) ?? 0n) + amount)
  }
  for (const { address, topics, data } of recording.receipts.flat().flatMap(({ logs }) => logs)) {
    const amount = () => BigInt(z.string().parse(data))
    if (topics[0] === events.transfer && topics.length === 3) {
      add(address, topics[1], -amount())
      add(address, topics[2], amount())
    }
    if (topics[0] === events.deposit && topics.length === 2) add(address, topics[1], amount())
    if (topics[0] === events.withdrawal && topics.length === 2) add(address, topics[1], -amount())
  }
  return tokens
}

const balanceOf = async (token: string, holder: string): Promise<bigint> => {
  const to: Hex = `0x${holder.slice(2)}`
  const data = encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [to] })
  const [answer] = await demoEvmTransport().send([{ method: 'eth_call', params: [{ to: token, data }, 'latest'] }])
  return BigInt(z.object({ result: z.string() }).parse(answer).result)
}

test('every party of an ERC20 transfer has the balance that follows from its transfers', async () => {
  const differing: string[] = []
  const held: bigint[] = []
  for (const [token, holders] of fromTransfers())
    for (const [holder, expected] of holders) {
      const balance = await balanceOf(token, holder)
      if (balance !== expected) differing.push(`${token} ${holder}: ${balance}, but ${expected} by its transfers`)
      if (balance > 0n) held.push(balance)
    }
  expect(differing).toEqual([])
  expect(held.length).toBeGreaterThan(50)
})

test('every paid address has a recorded native balance, and some wallets have a positive one', () => {
  const frame = z.object({
    to: z.string().optional(),
    value: z.string().optional(),
    calls: z.array(z.unknown()).optional(),
  })
  const paid = new Set<string>()
  const visit = (raw: unknown): void => {
    const { to, value = '0x0', calls = [] } = frame.parse(raw)
    if (to !== undefined && BigInt(value) > 0n) paid.add(to)
    for (const call of calls) visit(call)
  }
  for (const trace of Object.values(recording.traces)) visit(trace)
  expect([...paid].filter((address) => !(address in recording.balances))).toEqual([])
  expect(Object.values(recording.balances).filter((balance) => BigInt(balance) > 0n).length).toBeGreaterThan(20)
})
