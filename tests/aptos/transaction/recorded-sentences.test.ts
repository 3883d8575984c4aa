import { expect, test } from 'vitest'
import { type AptosPart, aptosTransactionMoves } from '#components/aptos/transaction/parts.ts'
import { aptosTransactionSentence } from '#components/aptos/transaction/sentence.ts'
import { aptosSentenceText } from '#components/aptos/transaction/transaction-page.tsx'
import { mendTransaction } from '#lib/aptos/block/whole-block.ts'
import { fullNodeTransaction } from '#lib/aptos/chain/rpc/node-answers.ts'
import { balanceChanges } from '#lib/aptos/transaction/simulate.ts'
import { hasRecordings, recordedTransactions } from '#tests/aptos/chain/write/recorded-transactions.ts'
import { sample } from '#tests/support/tier.ts'

type Fields = Record<string, unknown>
const fields = (value: unknown): Fields => (value !== null && typeof value === 'object' ? (value as Fields) : {})
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : [])
const long = (value: unknown) => `0x${String(value).slice(2).padStart(64, '0')}`

type Flows = { sums: Map<string, bigint>; isWhole: boolean; minted: number; burned: number }

/*
 * An account of what moved, by owner, from the JSON of the node alone: it shares no code with the product. A coin's event says
 * whose store it left; a fungible asset's says which store, whose owner is in the written objects or in the event of its deletion.
 * Amounts of all assets are added up, as a coin and its fungible asset are one.
 */
const flowsOf = (transaction: Fields): Flows => {
  const events = list(transaction.events)
  const owners = new Map<string, string>()
  for (const { address, data } of list(transaction.changes)) {
    const { type, data: written } = fields(data)
    if (type === '0x1::object::ObjectCore') owners.set(long(address), long(fields(written).owner))
  }
  for (const { type, data } of events)
    if (type === '0x1::fungible_asset::FungibleStoreDeletion')
      owners.set(long(fields(data).store), long(fields(data).owner))
  const sums = new Map<string, bigint>()
  let isWhole = true
  for (const { type, data, guid } of events) {
    const { amount, store, account } = fields(data)
    const [, module, verb] = moveType.exec(String(type)) ?? []
    if (!module || !verb) continue
    const place = long(store ?? account ?? fields(guid).account_address)
    const owner = module === 'coin' ? place : owners.get(place)
    if (owner === undefined) isWhole = false
    else sums.set(owner, (sums.get(owner) ?? 0n) + (verb === 'Deposit' ? 1n : -1n) * BigInt(String(amount)))
  }
  const count = (form: RegExp) => events.filter(({ type }) => form.test(String(type))).length
  return { sums, isWhole, minted: count(mintType), burned: count(burnType) }
}

const moveType = /^0x1::(coin|fungible_asset)::(?:Coin)?(Withdraw|Deposit)(?:Event)?(?:<|$)/
const mintType = /^0x(3::token::Mint(TokenEvent)?|4::collection::Mint(Event)?)$/
const burnType = /^0x(3::token::Burn(TokenEvent)?|4::collection::Burn(Event)?)$/

/** What a sentence says that the flows do not bear out; empty if nothing. */
const faultsOf = (
  parts: readonly AptosPart[],
  { sums, minted, burned }: Flows,
  sender: string,
  changes: readonly { owner_address: string; amount: string }[],
): string[] => {
  const words = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const said = words.join(' ')
  const faults: string[] = []
  const net = new Map<string, bigint>()
  for (const { owner_address, amount } of changes)
    net.set(owner_address, (net.get(owner_address) ?? 0n) + BigInt(amount))
  for (const [owner, sum] of sums)
    if ((net.get(owner) ?? 0n) !== sum) faults.push(`${owner} has ${net.get(owner) ?? 0n}, which is ${sum}`)
  const own = changes.filter(({ owner_address }) => owner_address === sender)
  const [gave, got] = [
    own.some(({ amount }) => amount.startsWith('-')),
    own.some(({ amount }) => !amount.startsWith('-')),
  ]
  const isCall = /^called/.test(said)
  if (own.length > 0 && isCall) faults.push('only calls, though the sender gave or got something')
  if (gave && got && !/exchanged|registered/.test(said)) faults.push('is not called an exchange')
  if (gave && !got && !/exchanged|sent|paid|staked|gave|minted|registered|burned/.test(said))
    faults.push('does not say what was given')
  if (got && !gave && !/exchanged|received|withdrew/.test(said)) faults.push('does not say what was received')
  if (!gave && !got && /paid|staked/.test(said)) faults.push('says something was given')
  if (/minted/.test(said) && minted === 0) faults.push('says that something was minted')
  if (/burned/.test(said) && burned === 0) faults.push('says that something was burned')
  if (isCall && burned + minted > 0 && !/minted|burned/.test(said)) faults.push('says nothing of tokens')
  for (const part of parts)
    if (part.kind === 'asset' && part.change.owner_address !== sender && !/, which moved/.test(said))
      faults.push('says an amount of another account')
  return faults
}

const recorded = () =>
  ['mainnet', 'testnet', 'devnet'].flatMap((network) =>
    recordedTransactions(network).filter(({ type, success }) => type === 'user_transaction' && success === true),
  )

test.runIf(hasRecordings)(
  'sentences say what the sender of each recorded transaction, and others, lost and gained',
  async () => {
    const all = sample(recorded(), 40)
    expect(all.length).toBeGreaterThan(30)
    const wrong: object[] = []
    for (const raw of all) {
      const transaction = fullNodeTransaction.parse(raw)
      const balances = await balanceChanges(transaction, async () => new Map())
      const mended = mendTransaction(transaction)
      const parts = aptosTransactionSentence(mended, await aptosTransactionMoves(mended, { data: balances }))
      const flows = flowsOf(fields(raw))
      const isPartial = balances.unattributed > 0
      const said = aptosSentenceText(parts)
      const faults = isPartial
        ? / called .*at least/.test(said)
          ? []
          : ['is certain of partly known balances']
        : faultsOf(parts, flows, long(fields(raw).sender), balances.result)
      if (!isPartial && !flows.isWhole) faults.push('knows owners that the node does not show')
      if (faults.length > 0) wrong.push({ hash: transaction.hash, said, faults })
    }
    expect(wrong).toEqual([])
  },
)
