import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { Account } from './account.ts'
import { address, bool, bytes, hexOf, length, u64 } from './bcs.ts'
import type { Deeds } from './deeds.ts'
import { multisigAddress, sha3 } from './hashes.ts'
import { argument, entryFunctionPayload } from './payloads.ts'
import { type Cell, type EventHandle, handleJson, type WriteSet } from './write-set.ts'

type Proposal = {
  payload: Buffer | undefined
  hash: Buffer | undefined
  votes: Map<Account, boolean>
  creator: Account
  seconds: bigint
}

const module = '0x1::multisig_account'
const handles = [
  ...['add_owners', 'remove_owners', 'update_signature_required', 'create_transaction', 'vote'],
  ...['execute_rejected_transaction', 'execute_transaction', 'transaction_execution_failed', 'metadata_updated'],
]

/** A multisig account, whose owners propose and vote. Each method that takes `deeds` is one user transaction. */
export class Committee {
  readonly account: Account
  private readonly owners: readonly Account[]
  private readonly required = 2
  private readonly proposals: Proposal[] = []
  private executed = 0
  private readonly events: readonly EventHandle[]

  constructor(name: string, owners: readonly [Account, ...Account[]]) {
    this.owners = owners
    this.account = new Account(name, multisigAddress(owners[0].address, owners[0].sequence))
    this.events = handles.map(() => this.account.newHandle())
  }

  create(deeds: Deeds) {
    const [creator, ...others] = this.owners
    if (!creator) throw new RangeError('a committee has owners')
    const args = [
      ...[argument.addresses(others.map((owner) => owner.address)), argument.u64(this.required)],
      ...[argument.texts([]), argument.hexes([])],
    ]
    return deeds.do(creator, entryFunctionPayload(`${module}::create_with_owners`, [], args), (set) => {
      this.account.writeAccount(set)
      this.account.writeCoins(set)
      this.write(set)
    })
  }

  /** The proposal itself is not recorded: the ledger has only its execution, with the payload. */
  execute(set: WriteSet): void {
    this.proposals.push({
      ...{ payload: undefined, hash: undefined, votes: new Map(), seconds: 0n },
      creator: this.account,
    })
    this.executed++
    this.write(set)
  }

  propose(deeds: Deeds, creator: Account, payload: Buffer) {
    return this.add(deeds, 'create_transaction', creator, payload, { payload, hash: undefined })
  }

  proposeHash(deeds: Deeds, creator: Account, payload: Buffer) {
    const hash = sha3(payload)
    return this.add(deeds, 'create_transaction_with_hash', creator, hash, { payload: undefined, hash })
  }

  vote(deeds: Deeds, owner: Account, number: number, approved: boolean) {
    const name = `${module}::${approved ? 'approve' : 'reject'}_transaction`
    const args = [argument.address(this.account.address), argument.u64(number)]
    return deeds.do(owner, entryFunctionPayload(name, [], args), (set) => {
      this.proposals[number - 1]?.votes.set(owner, approved)
      this.writeProposal(set, number)
      set.moduleEvent(`${module}::Vote`, {
        ...{ multisig_account: shortAddress(this.account.address), owner: shortAddress(owner.address) },
        ...{ sequence_number: String(number), approved },
      })
    })
  }

  private add(
    deeds: Deeds,
    name: string,
    creator: Account,
    sent: Buffer,
    what: { payload: Buffer | undefined; hash: Buffer | undefined },
  ) {
    const args = [argument.address(this.account.address), argument.hex(hexOf(sent))]
    return deeds.do(creator, entryFunctionPayload(`${module}::${name}`, [], args), (set) => {
      const seconds = deeds.chain.timestamp / 1_000_000n
      this.proposals.push({ ...what, creator, seconds, votes: new Map([[creator, true]]) })
      this.write(set)
      const number = this.proposals.length
      const transaction = this.writeProposal(set, number)
      set.moduleEvent(`${module}::CreateTransaction`, {
        ...{ multisig_account: shortAddress(this.account.address), creator: shortAddress(creator.address) },
        ...{ sequence_number: String(number), transaction },
      })
    })
  }

  private write(set: WriteSet): void {
    set.resource(this.account.address, `${module}::MultisigAccount`, {
      owners: this.owners.map((owner) => shortAddress(owner.address)),
      transactions: { handle: this.account.tableHandle('transactions') },
      num_signatures_required: String(this.required),
      last_executed_sequence_number: String(this.executed),
      next_sequence_number: String(this.proposals.length + 1),
      signer_cap: { vec: [] },
      metadata: { data: [] },
      ...Object.fromEntries(this.events.map((handle, index) => [`${handles[index]}_events`, handleJson(handle)])),
    })
  }

  private writeProposal(set: WriteSet, number: number): unknown {
    const proposal = this.proposals[number - 1]
    if (!proposal) throw new RangeError(`there is no proposal ${number}`)
    const cell = proposalCell(proposal)
    const key = { raw: u64(number), type: 'u64', json: String(number) }
    set.tableItem(this.account.tableHandle('transactions'), key, cell)
    return cell.json
  }
}

const proposalCell = ({ payload, hash, votes, creator, seconds }: Proposal): Cell => ({
  type: `${module}::MultisigTransaction`,
  raw: Buffer.concat([
    ...[optionBytes(payload), optionBytes(hash), length(votes.size)],
    ...[...votes].flatMap(([owner, approved]) => [address(owner.address), bool(approved)]),
    ...[address(creator.address), u64(seconds)],
  ]),
  json: {
    payload: { vec: payload ? [hexOf(payload)] : [] },
    payload_hash: { vec: hash ? [hexOf(hash)] : [] },
    votes: { data: [...votes].map(([owner, value]) => ({ key: shortAddress(owner.address), value })) },
    creator: shortAddress(creator.address),
    creation_time_secs: String(seconds),
  },
})

const optionBytes = (content: Buffer | undefined): Buffer =>
  content ? Buffer.concat([length(1), bytes(content)]) : length(0)
