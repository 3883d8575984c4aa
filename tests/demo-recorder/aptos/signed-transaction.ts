import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import type { Account } from './account.ts'
import { address, hexOf, length, u64 } from './bcs.ts'
import { domain, sha3 } from './hashes.ts'
import type { Authenticated } from './keys.ts'
import type { Payload } from './payloads.ts'
import type { Json } from './write-set.ts'

export type RawTransaction = {
  sender: Account
  payload: Payload
  maxGas: bigint
  gasPrice: bigint
  expirationSeconds: bigint
  chainId: number
  /** Further signers; with `feePayer`, who pays for all of it. */
  secondary?: readonly Account[]
  feePayer?: Account
}

const transactionDomain = domain('Transaction')

/** The signature as REST shows it and the transaction's true hash: every byte of it is as Aptos serializes it. */
export async function signTransaction(raw: RawTransaction): Promise<{ signature: Json; hash: string }> {
  const body = Buffer.concat([
    ...[address(raw.sender.address), u64(raw.sender.sequence), raw.payload.bcs],
    ...[u64(raw.maxGas), u64(raw.gasPrice), u64(raw.expirationSeconds), Buffer.from([raw.chainId])],
  ])
  const { json, bcs } = raw.secondary || raw.feePayer ? await signTogether(raw, body) : await signAlone(raw, body)
  return { signature: json, hash: hexOf(sha3(transactionDomain, Buffer.from([0]), body, bcs)) }
}

async function signAlone({ sender }: RawTransaction, body: Buffer): Promise<{ json: Json; bcs: Buffer }> {
  const signed = await signBy(sender, Buffer.concat([domain('RawTransaction'), body]))
  const tags = { ed25519: [0], multi_ed25519: [1], single_key: [4, 2], multi_key: [4, 3] }
  return { json: signed.json, bcs: Buffer.concat([Buffer.from(tags[signed.kind]), signed.bcs]) }
}

/** Multi-agent and fee-payer transactions: everyone signs the same message, which names everyone. */
async function signTogether(raw: RawTransaction, body: Buffer): Promise<{ json: Json; bcs: Buffer }> {
  const { sender, secondary = [], feePayer } = raw
  const addresses = Buffer.concat([length(secondary.length), ...secondary.map((s) => address(s.address))])
  const payerAddress = feePayer ? address(feePayer.address) : Buffer.alloc(0)
  const kind = Buffer.from([feePayer ? 1 : 0])
  const message = Buffer.concat([domain('RawTransactionWithData'), kind, body, addresses, payerAddress])
  const bySender = await signBy(sender, message)
  const bySecondary = await Promise.all(secondary.map((s) => signBy(s, message)))
  const byPayer = feePayer ? await signBy(feePayer, message) : undefined
  const json: Json = {
    sender: bySender.json,
    secondary_signer_addresses: secondary.map((s) => shortAddress(s.address)),
    secondary_signers: bySecondary.map((s) => s.json),
  }
  if (feePayer && byPayer) {
    json.fee_payer_address = shortAddress(feePayer.address)
    json.fee_payer_signer = byPayer.json
  }
  json.type = feePayer ? 'fee_payer_signature' : 'multi_agent_signature'
  const signers = [length(bySecondary.length), ...bySecondary.map(accountAuthenticator)]
  const payer = byPayer ? [payerAddress, accountAuthenticator(byPayer)] : []
  const tag = Buffer.from([feePayer ? 3 : 2])
  return { json, bcs: Buffer.concat([tag, accountAuthenticator(bySender), addresses, ...signers, ...payer]) }
}

function accountAuthenticator({ kind, bcs }: Authenticated): Buffer {
  const tag = { ed25519: 0, multi_ed25519: 1, single_key: 2, multi_key: 3 }[kind]
  return Buffer.concat([Buffer.from([tag]), bcs])
}

function signBy(account: Account, message: Uint8Array): Promise<Authenticated> {
  if (!account.key) throw new Error(`${account.name} has no key`)
  return account.key.sign(message)
}
