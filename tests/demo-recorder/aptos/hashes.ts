import { createHash } from 'node:crypto'
import { address, bytes, bytesOf, hexOf, structTag, text, u64 } from './bcs.ts'

export const sha3 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha3-256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Aptos puts the hash of a type's name before what it hashes, so that two types never share a hash. */
export const domain = (name: string): Buffer => sha3(Buffer.from(`APTOS::${name}`, 'latin1'))
const stateKey = domain('StateKey')
const objectGroup = '0x1::object::ObjectGroup'
/** Types that Aptos stores together under one key, whatever REST shows. */
const groupMembers = /^0x(1::object::ObjectCore|4::\w+::\w+)(<.*>)?$/

const accessPath = (owner: string, path: Buffer) => hexOf(sha3(stateKey, Buffer.from([0]), address(owner), bytes(path)))

/** The key hash of a resource as Aptos computes it; a member of an object's group has the key of the group. */
export function resourceKeyHash(owner: string, type: string): string {
  const isGrouped = groupMembers.test(type) || type === objectGroup
  const tag = isGrouped ? [Buffer.from([2]), structTag(objectGroup)] : [Buffer.from([1]), structTag(type)]
  return accessPath(owner, Buffer.concat(tag))
}

export function moduleKeyHash(owner: string, name: string): string {
  return accessPath(owner, Buffer.concat([Buffer.from([0]), address(owner), text(name)]))
}

export function tableKeyHash(handle: string, key: string): string {
  return hexOf(sha3(stateKey, Buffer.from([1]), address(handle), bytesOf(key)))
}

/** An object's address from its creator and its name: what the ids of token v2 collections and tokens are. */
export function namedObject(creator: string, name: string): string {
  return hexOf(sha3(address(creator), Buffer.from(name, 'utf8'), Buffer.from([0xfe])))
}

export function multisigAddress(creator: string, sequence: number): string {
  const seed = Buffer.concat([Buffer.from('aptos_framework::multisig_account', 'latin1'), u64(sequence)])
  return hexOf(sha3(address(creator), seed, Buffer.from([0xff])))
}

const standard = (account: string) => hexOf(address(account))
const sha256 = (content: string) => createHash('sha256').update(content, 'utf8').digest('hex')

/** The ids that the indexers of token v1 give: no 0x, names untouched, the creator padded to 64 digits. */
export const tokenDataIdHash = (creator: string, collection: string, name: string): string =>
  sha256(`${standard(creator)}::${collection}::${name}`)
export const collectionDataIdHash = (creator: string, collection: string): string =>
  sha256(`${standard(creator)}::${collection}`)
