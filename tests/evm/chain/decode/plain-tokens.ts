import { createHash } from 'node:crypto'
import { decodeEventLog, parseAbi } from 'viem'
import type { Hex } from '#lib/base/hex.ts'
import type { RawLog, RecordedBlock } from './recorded-blocks.ts'

/*
 * Token rows of recorded blocks by a second way: a general ABI decoder, one log at a time, slowly, by nothing but what the
 * standards and the known old contracts say.
 */

const zero: Hex = '0x0000000000000000000000000000000000000000'
/** CryptoKitties and CryptoBots. */
const oldNfts = ['0x06012c8cf97bead5deae237070f9587f8e7a266d', '0xf7a6e15dfd5cdd9ef12711bd757a9b6021abf643']
const punks = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb'
const wrapped: Record<number, string> = {
  1: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  25: '0x5c7f8a570d578ed84e63fdfa7b1ee72deae1ae23',
  137: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
}

const twoAddressesAndNumber = (name: string) =>
  [
    parseAbi([`event ${name}(address a, address b, uint256 n)`]),
    parseAbi([`event ${name}(address indexed a, address b, uint256 n)`]),
    parseAbi([`event ${name}(address indexed a, address indexed b, uint256 n)`]),
    parseAbi([`event ${name}(address indexed a, address indexed b, uint256 indexed n)`]),
  ] as const
const transferForms = twoAddressesAndNumber('Transfer')
const approvalForms = twoAddressesAndNumber('Approval')
const otherEvents = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event ConsecutiveTransfer(uint256 indexed first, uint256 last, address indexed from, address indexed to)',
  'event Deposit(address indexed account, uint256 amount)',
  'event Withdrawal(address indexed account, uint256 amount)',
])
const punkEvents = parseAbi([
  'event Assign(address indexed to, uint256 punkIndex)',
  'event PunkTransfer(address indexed from, address indexed to, uint256 punkIndex)',
])

/** What `decode` yields of a log; undefined if its event is another. */
const attempt = <Decoded>(decode: () => Decoded): Decoded | undefined => {
  try {
    return decode()
  } catch {
    return undefined
  }
}

type Form = (typeof transferForms)[number]
const decodeWith = (forms: readonly Form[], log: RawLog) => {
  const abi = forms[log.topics.length - 1]
  if (abi === undefined || log.topics.length === 0) return undefined
  const topics = log.topics as [Hex, ...Hex[]]
  const args = attempt(() => decodeEventLog({ abi, topics, data: log.data, strict: true }).args)
  return args as { a: Hex; b: Hex; n: bigint } | undefined
}

const hashOf = (address: string, tokenId: bigint) =>
  `0x${createHash('md5').update(`${address}${tokenId}`).digest('hex')}`

const lower = (address: string) => address.toLowerCase()

export const plainTokens = (chain: number, { block, receipts }: RecordedBlock, nfts: ReadonlySet<string>) => {
  const nftTransfers: Record<string, unknown>[] = []
  const erc20Transfers: Record<string, unknown>[] = []
  const erc20Approvals: Record<string, unknown>[] = []
  const kinds: Record<string, (string | null)[]> = {}
  const counts = { erc20: 0, wrapping: 0, erc721: 0, single: 0, batch: 0, batchItems: 0, consecutive: 0, punks: 0 }

  for (const { transactionHash, transactionIndex, logs } of receipts) {
    const value = block.transactions.find(({ hash }) => hash === transactionHash)?.value
    for (const log of logs) {
      const address = lower(log.address)
      const place = { chain, block_number: Number(block.number), log_index: Number(log.logIndex) }
      const common = {
        ...place,
        transaction_index: Number(transactionIndex),
        token_address: address,
        transaction_hash: transactionHash,
      }
      const proves = (kind: string | null) => {
        kinds[address] = [...(kinds[address] ?? []), kind]
      }
      const addNft = (standard: number, from: Hex, to: Hex, tokenId: bigint, more = {}) =>
        nftTransfers.push({
          ...common,
          batch_index: 0,
          standard,
          is_batch: 0,
          token_hash: hashOf(address, tokenId),
          from_address: lower(from),
          to_address: lower(to),
          operator: null,
          token_id: String(tokenId),
          amount: '1',
          transaction_value: value === undefined ? null : String(BigInt(value)),
          ...more,
        })
      const erc20 = (from: Hex, to: Hex, amount: bigint) => ({
        ...common,
        from_address: lower(from),
        to_address: lower(to),
        value: String(amount),
      })

      if (address === punks) {
        const topics = log.topics as [Hex, ...Hex[]]
        const event = attempt(() => decodeEventLog({ abi: punkEvents, topics, data: log.data, strict: true }))
        if (!event) continue
        counts.punks++
        proves(null)
        addNft(0, 'from' in event.args ? event.args.from : zero, event.args.to, event.args.punkIndex)
        continue
      }
      const isNft = log.topics.length === 4 || oldNfts.includes(address) || nfts.has(address)
      const transfer = decodeWith(transferForms, log)
      if (transfer) {
        counts[isNft ? 'erc721' : 'erc20']++
        proves(isNft ? 'ERC721' : 'ERC20')
        if (isNft) addNft(721, transfer.a, transfer.b, transfer.n)
        else erc20Transfers.push(erc20(transfer.a, transfer.b, transfer.n))
        continue
      }
      const approval = decodeWith(approvalForms, log)
      if (approval) {
        if (isNft) continue
        proves(log.topics.length === 3 ? 'ERC20' : null)
        erc20Approvals.push(erc20(approval.a, approval.b, approval.n))
        continue
      }
      const [first, ...rest] = log.topics
      if (first === undefined) continue
      const event = attempt(() =>
        decodeEventLog({ abi: otherEvents, topics: [first, ...rest], data: log.data, strict: true }),
      )
      if (event?.eventName === 'TransferSingle') {
        const { operator, from, to, id, value: amount } = event.args
        counts.single++
        proves('ERC1155')
        addNft(1155, from, to, id, { operator: lower(operator), amount: String(amount) })
      }
      if (event?.eventName === 'TransferBatch') {
        const { operator, from, to, ids, values } = event.args
        counts.batch++
        counts.batchItems += ids.length
        proves('ERC1155')
        for (const [index, id] of ids.entries()) {
          const more = { batch_index: index, is_batch: 1, operator: lower(operator), amount: String(values[index]) }
          addNft(1155, from, to, id, more)
        }
      }
      if (event?.eventName === 'ConsecutiveTransfer') {
        const { first: start, last, from, to } = event.args
        proves('ERC721')
        for (let id = start; id <= last; id++) {
          counts.consecutive++
          addNft(721, from, to, id, { batch_index: Number(id - start), is_batch: 1 })
        }
      }
      if ((event?.eventName === 'Deposit' || event?.eventName === 'Withdrawal') && wrapped[chain] === address) {
        const { account, amount } = event.args
        const isDeposit = event.eventName === 'Deposit'
        const row = erc20(isDeposit ? zero : account, isDeposit ? account : zero, amount)
        const isAnnounced = logs.some((other) => {
          const said = lower(other.address) === address ? decodeWith(transferForms, other) : undefined
          return said && lower(said.a) === row.from_address && lower(said.b) === row.to_address && said.n === amount
        })
        if (isAnnounced) continue
        counts.wrapping++
        proves('ERC20')
        erc20Transfers.push(row)
      }
    }
  }

  const strongest = (proofs: (string | null)[]) =>
    ['ERC1155', 'ERC721', 'ERC20'].find((kind) => proofs.includes(kind)) ?? null
  const contracts = Object.fromEntries(
    Object.entries(kinds).map(([address, proofs]) => [address, { kind: strongest(proofs), note: null }]),
  )
  return { rows: { nftTransfers, erc20Transfers, erc20Approvals, contracts }, counts }
}
