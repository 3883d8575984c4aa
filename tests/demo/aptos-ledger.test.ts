import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordedLedger, shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { demoWallets } from '#lib/demo/cast.ts'
import { address, bytesOf, hexOf, u64 } from '#tests/demo-recorder/aptos/bcs.ts'
import {
  collectionDataIdHash,
  domain,
  namedObject,
  resourceKeyHash,
  sha3,
  tableKeyHash,
  tokenDataIdHash,
} from '#tests/demo-recorder/aptos/hashes.ts'
import { argument, entryFunctionPayload } from '#tests/demo-recorder/aptos/payloads.ts'
import { aptosPeople } from '#tests/demo-recorder/aptos/people.ts'
import { playAptosStory } from '#tests/demo-recorder/aptos/story.ts'

const { blocks, transactions } = await recordedLedger()
const deeds = await playAptosStory()
const events = transactions.flatMap((t) => (t.events ?? []) as { type: string; guid: { account_address: string } }[])
const changes = transactions.flatMap((t) => t.changes)

test('regenerating it gives the committed ledger', () => {
  const { ledger } = deeds.chain
  expect(JSON.stringify({ blocks: ledger.blocks, transactions: ledger.transactions })).toBe(
    JSON.stringify({ blocks, transactions }),
  )
})

test('versions and heights have no gaps, blocks cover every version, times never decrease', () => {
  expect(transactions.map((t) => Number(t.version))).toEqual(transactions.map((_, i) => i))
  let next = 0
  blocks.forEach((block, height) => {
    expect(Number(block.block_height)).toBe(height)
    expect(Number(block.first_version)).toBe(next)
    next = Number(block.last_version) + 1
    expect(Number(block.block_timestamp)).toBeGreaterThanOrEqual(Number(blocks[height - 1]?.block_timestamp ?? 0))
  })
  expect(next).toBe(transactions.length)
  expect(new Set(transactions.map((t) => t.hash)).size).toBe(transactions.length)
})

test('one block is larger than a page', () => {
  const sizes = blocks.map((block) => Number(block.last_version) - Number(block.first_version) + 1)
  expect(Math.max(...sizes)).toBeGreaterThan(250)
})

test('contains every kind of transaction, payload, signature, change and outcome', () => {
  const kinds =
    'genesis_transaction block_metadata_transaction state_checkpoint_transaction user_transaction validator_transaction block_epilogue_transaction'
  expect(new Set(transactions.map((t) => t.type))).toEqual(new Set(kinds.split(' ')))
  const typeOf = (field: string) => new Set(transactions.map((t) => (t[field] as { type: string } | undefined)?.type))
  for (const kind of ['entry_function', 'script', 'multisig', 'write_set'])
    expect(typeOf('payload')).toContain(`${kind}_payload`)
  const signatures = ['ed25519', 'multi_ed25519', 'single_key', 'multi_key', 'multi_agent', 'fee_payer']
  for (const kind of signatures) expect(typeOf('signature')).toContain(`${kind}_signature`)
  const changeKinds = [
    'write_resource',
    'delete_resource',
    'write_module',
    'delete_module',
    'write_table_item',
    'delete_table_item',
  ]
  expect(new Set(changes.map((c) => c.type))).toEqual(new Set(changeKinds))
  expect(changes.some((c) => c.type === 'write_table_item' && c.data === null)).toBe(true)
  expect(changes.some((c) => c.type === 'delete_resource' && c.resource === '0x1::object::ObjectGroup')).toBe(true)
  const outcomes = new Set(transactions.map((t) => String(t.vm_status).split(' ').slice(0, 2).join(' ')))
  expect(outcomes).toEqual(new Set(['Executed successfully', 'Move abort', 'Out of']))
})

test('contains every token event, as handle events and as module events', () => {
  const v1 =
    'MintTokenEvent DepositEvent WithdrawEvent BurnTokenEvent MutateTokenPropertyMapEvent Mint TokenDeposit TokenWithdraw Burn MutatePropertyMap'
  const transfers = 'TokenOfferEvent TokenClaimEvent TokenCancelOfferEvent Offer Claim CancelOffer'
  const wanted = [
    ...v1.split(' ').map((name) => `0x3::token::${name}`),
    ...transfers.split(' ').map((name) => `0x3::token_transfers::${name}`),
    ...['MintEvent', 'BurnEvent', 'Mint', 'Burn'].map((name) => `0x4::collection::${name}`),
    ...['0x4::token::MutationEvent', '0x4::token::Mutation', '0x1::object::TransferEvent', '0x1::object::Transfer'],
  ]
  const seen = new Set(events.map((event) => event.type))
  for (const type of wanted) expect(seen).toContain(type)
  const modular = events.filter((event) => /::(TokenDeposit|Offer|Claim|Transfer|Mint)$/.test(event.type))
  for (const event of modular)
    expect(event).toMatchObject({ guid: { account_address: '0x0', creation_number: '0' }, sequence_number: '0' })
})

test('owners derived from table items match the story', () => {
  const owners = new Map<string, string>()
  const held = new Map<string, bigint>()
  for (const change of changes) {
    const data = change.data as { type?: string; data?: { tokens?: { handle: string } } } | null
    if (data?.type === '0x3::token::TokenStore') owners.set(data.data?.tokens?.handle ?? '', change.address ?? '')
    if (!/table_item$/.test(change.type)) continue
    const owner = owners.get(String(change.handle))
    if (!owner) continue
    const key = String(change.key)
    // BCS: the token's id, then its amount; what the node would say in `data` when it knows the table.
    const amount =
      change.type === 'write_table_item' ? bytesOf(String(change.value)).readBigUInt64LE(bytesOf(key).length) : 0n
    if (amount > 0n) held.set(`${owner} ${key}`, amount)
    else held.delete(`${owner} ${key}`)
  }
  const told = deeds.people.flatMap((person) =>
    deeds.v1.holdings(person).map((h) => `${shortAddress(person.address)} ${h.amount}`),
  )
  const read = [...held].map(([key, amount]) => `${key.split(' ')[0]} ${amount}`)
  expect(read.toSorted()).toEqual(told.toSorted())
  expect(read.length).toBeGreaterThan(30)
})

test('digital assets have the addresses derived from their creators and names', () => {
  const cores = changes.flatMap((c) => {
    const data = c.data as { type?: string; data?: { creator?: string; name?: string } } | null
    return data?.type === '0x4::collection::Collection' ? [{ at: c.address, ...data.data }] : []
  })
  expect(cores.length).toBeGreaterThan(10)
  for (const { at, creator, name } of cores) expect(at).toBe(shortAddress(namedObject(creator ?? '', name ?? '')))
})

test('state keys, addresses and signatures match Aptos', () => {
  expect(aptosPeople().map((person) => person.address)).toEqual(demoWallets.map((wallet) => wallet.aptos))
  expect(resourceKeyHash('0x1', '0x1::block::BlockResource')).toBe(
    '0x5ddf404c60e96e9485beafcabb95609fed8e38e941a725cae4dcec8296fb32d7',
  )
  const supply = tableKeyHash(
    '0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca',
    '0x0619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935',
  )
  expect(supply).toBe('0x6e4b28d40f98a106a65163530924c0dcb40c1349d3aa915d108b4d6cfc1ddb19')
  const signed = transactions.find((t) => (t.signature as { type: string } | undefined)?.type === 'ed25519_signature')
  const { public_key: publicKey } = z.object({ public_key: z.string() }).parse(signed?.signature)
  const derived = createHash('sha3-256')
    .update(bytesOf(publicKey))
    .update(Buffer.from([0]))
    .digest()
  expect(shortAddress(hexOf(derived))).toBe(signed?.sender)
})

test('token ids are hashed like the indexers hash them', () => {
  const galxe = '0x092d2f7ad00630e4dfffcca01bee12c84edf004720347fb1fd57016d2cc8d3f8'
  expect(collectionDataIdHash(galxe, 'Galxe OAT')).toBe(
    '2ae74f6f02bb77746263f3f32b17a4ea3196b467029c588b323d136af0c45cd4',
  )
  expect(tokenDataIdHash(shortAddress(galxe), 'Galxe OAT', 'Aptos CIS x Joule Finance')).toBe(
    'c00d409177c3265544651b938d857a7675afe57fb4d276a37bcc18ecbecd0dac',
  )
  expect(address('0x1')).toHaveLength(32)
})

test('our BCS verifies and hashes a real Aptos transaction', () => {
  const creator = '0x1592786351606410ce368d6c58bc56f4573ed82cdc092bd16089b9eae370211'
  const args = [
    argument.address('0x2018f7b38b9c783d6385ec722490082425dc43d3a5e4afac4ebb9cfe92033e9'),
    ...[argument.address(creator), argument.text('Easter-AI'), argument.text('Easter-AI #265'), argument.u64(0)],
  ]
  const payload = entryFunctionPayload('0x3::token_transfers::claim_script', [], args)
  const sender = '0x62367f3fa5c24c07a9ebe41a5f008327dae19e10b1aa6878aa2ee1183dd983ae'
  const raw = Buffer.concat([
    address(sender),
    u64(0),
    payload.bcs,
    u64(200_000),
    u64(133),
    u64(1_675_863_721),
    Buffer.from([1]),
  ])
  const publicKey = bytesOf('3664942413a541779a7fb5c3fd232652f80a4cfb4576fba5b7db6d88020f7261')
  const signature = bytesOf(
    '9efb4501de1edd5c9234a0d33d477891a4e8715df36f97d4733e332e8014e8f41818c4488bc57b206a16e1dd6e18b1f4c0f2f1ab369ed637efa037135805330e',
  )
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.concat([domain('RawTransaction'), raw]), key, signature)).toBe(true)
  const authenticator = Buffer.concat([Buffer.from([0, 32]), publicKey, Buffer.from([64]), signature])
  expect(hexOf(sha3(domain('Transaction'), Buffer.from([0]), raw, authenticator))).toBe(
    '0x7ae1edcebb4144863a7118af2031ca5dae3354eb1309546b2a8a472ad1fe3e8e',
  )
})
