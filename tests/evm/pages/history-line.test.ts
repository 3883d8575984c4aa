import { describe, expect, test } from 'vitest'
import { historyLines } from '#components/evm/wallet/recent-changes.tsx'
import type { HistoryErc20Transfer, HistoryTransaction } from '#lib/evm/api/records/wallet-history.ts'
import { walletHistoryEndpoints } from '#lib/evm/wallet/contract.ts'
import { person } from './transaction-log.ts'

const wallet = person(1)
const friend = `0xabcd${'1'.repeat(32)}9999`
const forger = `0xabcd${'2'.repeat(32)}9999`
const [example] = walletHistoryEndpoints.walletHistory.example.output.result

let made = 0
const transaction = (fields: Partial<HistoryTransaction>): HistoryTransaction => {
  if (!example) throw new Error('the endpoint has an example')
  const moved = { nft_transfers: [], erc20_transfers: [], native_transfers: [] }
  return { ...example, ...moved, hash: `0x${(made++).toString(16).padStart(64, '0')}`, ...fields }
}
const coins = (fields: Partial<HistoryErc20Transfer>): HistoryErc20Transfer[] =>
  (example?.erc20_transfers ?? []).map((one) => ({ ...one, possible_spam: false, ...fields }))

const paid = transaction({
  from_address: wallet,
  summary: 'Sent 5 EXD to 0xabcd…9999',
  erc20_transfers: coins({ from_address: wallet, to_address: friend, value: '5', direction: 'outgoing' }),
})
const folded = (others: HistoryTransaction[]) =>
  historyLines([...others, paid], wallet).folded.map(({ text, party, reason }) => [text + party?.address, reason])

describe('the history of a wallet in sentences', () => {
  test('links the other side that a sentence ends with, by its whole address', () => {
    const [line] = historyLines([paid], wallet).lines
    expect(line).toMatchObject({ text: 'Sent 5 EXD to ', party: { address: friend, label: null } })
    const named = { ...paid, summary: 'Swapped 1 A for 2 B' }
    expect(historyLines([named], wallet).lines[0]).toMatchObject({ text: 'Swapped 1 A for 2 B', party: undefined })
  })

  test('a transaction of a wallet to itself was not called by somebody', () => {
    const own = transaction({
      from_address: wallet,
      to_address: wallet,
      summary: `Called executeBatch on ${wallet.slice(0, 6)}…${wallet.slice(-4)}`,
    })
    expect(historyLines([own], wallet).lines[0]).toMatchObject({ text: 'Sent to itself', party: undefined })
  })

  test('folds transfers of nothing that others made in the name of the wallet', () => {
    const forged = transaction({
      from_address: person(9),
      summary: 'Sent 0 EXD to 0xffff…ffff',
      erc20_transfers: coins({ from_address: wallet, to_address: person(8), value: '0', direction: 'outgoing' }),
    })
    expect(folded([forged]).map(([, reason]) => reason)).toEqual(['zero value'])
  })

  test('folds dust from an address that looks like one the wallet paid', () => {
    const dust = transaction({
      from_address: forger,
      summary: 'Received 0.000001 EXD from 0xabcd…9999',
      erc20_transfers: coins({ from_address: forger, to_address: wallet, value: '1', direction: 'incoming' }),
    })
    expect(folded([dust])).toEqual([[`Received 0.000001 EXD from ${forger}`, 'imitating an address']])
  })

  test('folds received spam, and never what the wallet signed', () => {
    const gift = (from_address: string) =>
      transaction({
        from_address,
        erc20_transfers: coins({
          from_address: person(7),
          to_address: wallet,
          direction: 'incoming',
          possible_spam: true,
        }),
      })
    expect(folded([gift(person(7)), gift(wallet)]).map(([, reason]) => reason)).toEqual(['spam'])
  })

  test("tells on a contract's own page who called it, and marks what failed", () => {
    const call = { to_address: wallet, summary: 'called transfer of 0x0000…0001', receipt_status: '1' }
    const calls = transaction({ ...call, from_address: friend, method_label: 'transfer' })
    expect(historyLines([calls], wallet).lines[0]).toMatchObject({
      text: 'Called by ',
      party: { address: friend },
    })
    const failed = transaction({
      ...{ from_address: wallet, to_address: friend, receipt_status: '0' },
      summary: 'Failed: called transfer of 0xabcd…9999',
    })
    expect(historyLines([failed], wallet).lines[0]).toMatchObject({
      ...{ text: 'Called transfer of ', isFailed: true, party: { address: friend } },
    })
  })

  test('keeps a call that moved nothing', () => {
    const call = transaction({ from_address: wallet, summary: 'called a method of 0xffff…ffff' })
    expect(historyLines([call], wallet).lines).toHaveLength(1)
  })
})
