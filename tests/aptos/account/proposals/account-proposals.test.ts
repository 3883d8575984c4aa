import { gzipSync } from 'node:zlib'
import {
  AccountAddress,
  Bool,
  EntryFunction,
  type EntryFunctionArgument,
  I64,
  MoveOption,
  MoveString,
  MoveVector,
  MultiSigTransactionPayload,
  parseTypeTag,
  Script,
  U8,
  U64,
  U256,
} from '@aptos-labs/ts-sdk'
import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { createProposalService } from '#lib/aptos/account/proposal-service.ts'
import { aptosProposalApi } from '#lib/aptos/account/proposals-contract.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { type Bend, demoNode, refusal } from '#tests/aptos/account/demo-node.ts'
import { aptosMultisig, aptosNfts } from '#tests/pages/demo-ledger.ts'
import { long, moduleWith, multisig, multisigNode } from './multisig-node.ts'

const endpoint = aptosProposalApi.aptosAccountProposals

const proposalsOf = async (bend: Bend, raw: Record<string, string | number> = {}) => {
  const service = createProposalService(aptosNodeContext({ nodes: { mainnet: demoNode(bend) } }))
  const found = await service.aptosAccountProposals(parseInput(endpoint, { address: multisig, ...raw }))
  expect(readOutput(endpoint, found)).toEqual(found)
  return found
}
const codeOf = (call: Promise<unknown>) => call.catch((error: unknown) => isServiceError(error) && error.code)

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
/** As the SDK, which is another encoder, writes it. */
const call = (module: `${string}::${string}`, name: string, types: string[], args: EntryFunctionArgument[]): string =>
  hexOf(
    new MultiSigTransactionPayload(
      EntryFunction.build(
        module,
        name,
        types.map((type) => parseTypeTag(type)),
        args,
      ),
    ).bcsToBytes(),
  )
const receiver = AccountAddress.from('0xbeef', { maxMissingChars: 63 })
const transfer = call('0x1::aptos_account', 'transfer', [], [receiver, new U64(250)])

describe('open proposals', () => {
  test('have the call with typed arguments, its votes and what can happen now, in their order', async () => {
    const found = await proposalsOf(
      multisigNode([
        { payload: transfer, votes: { '0xa1': true, [long('a3')]: true } },
        { payload: transfer, votes: { '0xa1': false, '0xa2': false } },
      ]),
    )
    expect(found).toMatchObject({ owners: 3, signatures_required: '2', total: '2', is_whole: true })
    expect(found.result[0]).toEqual({
      sequence_number: '5',
      creator_address: long('a1'),
      created_at: '2026-09-21T14:13:20.000Z',
      is_next: true,
      approvals: 2,
      rejections: 0,
      can_be_executed: true,
      can_be_rejected: false,
      votes: [
        { owner_address: long('a1'), vote: 'approved' },
        { owner_address: long('a2'), vote: null },
        { owner_address: long('a3'), vote: 'approved' },
      ],
      payload: {
        kind: 'entry_function',
        size: (transfer.length - 2) / 2,
        hash: null,
        function: '0x1::aptos_account::transfer',
        bytecode: null,
        type_arguments: [],
        arguments: [
          { name: null, type: 'address', value: long('beef') },
          { name: null, type: 'u64', value: '250' },
        ],
        note: null,
      },
    })
    expect(found.result[1]).toMatchObject({
      ...{ sequence_number: '6', is_next: false, approvals: 0, rejections: 2 },
      ...{ can_be_executed: false, can_be_rejected: false },
    })
  })

  test('count the votes of current owners only, and can be rejected by as many', async () => {
    const votes = { '0xdead': true, '0xa1': true, '0xa2': false, '0xa3': false }
    const [proposal] = (await proposalsOf(multisigNode([{ payload: transfer, votes }]))).result
    expect(proposal).toMatchObject({ approvals: 1, rejections: 2, can_be_executed: false, can_be_rejected: true })
  })

  test('come in pages', async () => {
    const node = multisigNode(Array.from({ length: 45 }, () => ({ payload: transfer })))
    const numbers = async (raw: Record<string, number>) =>
      (await proposalsOf(node, raw)).result.map(({ sequence_number }) => Number(sequence_number))
    expect(await numbers({})).toEqual(Array.from({ length: 20 }, (_, index) => 5 + index))
    expect(await numbers({ limit: 100, offset: 40 })).toEqual([45, 46, 47, 48, 49])
    expect(await numbers({ offset: 45 })).toEqual([])
  })

  test('are an empty list if all were executed or rejected', async () => {
    expect(await proposalsOf(multisigNode([]))).toMatchObject({ total: '0', is_whole: true, result: [] })
  })

  test('of which only the hash is stored say so', async () => {
    const hash = `0x${'AB'.repeat(32)}`
    const [proposal] = (await proposalsOf(multisigNode([{ hash }]))).result
    expect(proposal?.payload).toMatchObject({ kind: 'hash', hash: hash.toLowerCase(), size: null, function: null })
  })

  test('are read after the version that is asked for', async () => {
    const versions: (string | null)[] = []
    const node: Bend = (path, query, body) => {
      if (/MultisigAccount|tables/.test(path)) versions.push(query.get('ledger_version'))
      return multisigNode([{ payload: transfer }])(path, query, body)
    }
    expect((await proposalsOf(node, { ledger_version: '700' })).ledger_version).toBe('700')
    expect(versions).toEqual(['700', '700'])
  })

  test('are not found for another account, and not available where the node has pruned the state', async () => {
    const other = { address: aptosNfts.wallet }
    await expect(proposalsOf(() => undefined, other)).rejects.toThrow('is not a multisig account at version')
    expect(await codeOf(proposalsOf(() => undefined, other))).toBe('not_found')
    expect(
      await codeOf(proposalsOf((path) => (path.includes('/resource/') ? refusal(410, 'version_pruned') : undefined))),
    ).toBe('not_available')
  })
})

test('the demo ledger has three, in each state', async () => {
  const { result, is_whole } = await proposalsOf(() => undefined, { address: aptosMultisig })
  expect(is_whole).toBe(true)
  expect(
    result.map(({ payload: { kind }, ...one }) => [kind, one.approvals, one.rejections, one.can_be_executed]),
  ).toEqual([
    ['entry_function', 2, 0, true],
    ['entry_function', 1, 1, false],
    ['hash', 1, 0, false],
  ])
  expect(result[0]?.payload).toMatchObject({
    function: '0x1::aptos_account::transfer',
    arguments: [{ type: 'address' }, { type: 'u64', value: '150000000' }],
  })
})

describe('arguments of a proposal', () => {
  const [address, module, name] = ['0x9', 'vault', 'act'] as const
  const pathOf = (type: string) => `/accounts/${address}/resource/${type}`
  const called = async (
    params: readonly string[],
    args: EntryFunctionArgument[],
    { types = [], source }: { types?: string[]; source?: string } = {},
  ) => {
    const abi = moduleWith(address, module, name, params, types.length)
    const stored = source === undefined ? '0x' : hexOf(gzipSync(source))
    const more: Bend = (path, query) =>
      path === pathOf('0x1::code::PackageRegistry')
        ? Response.json({ data: { packages: [{ name: 'Vault', modules: [{ name: module, source: stored }] }] } })
        : abi(path, query)
    const payload = call(`${address}::${module}`, name, types, args)
    return (await proposalsOf(multisigNode([{ payload }], { more }))).result[0]?.payload
  }

  test('are read by the types of the ABI', async () => {
    const params = [
      ...['&signer', 'u8', 'u256', 'i64', 'bool', '0x1::string::String', '0x1::object::Object<0x4::token::Token>'],
      ...['0x1::option::Option<u64>', '0x1::option::Option<u64>', 'vector<u8>', 'vector<vector<address>>', 'T1'],
    ]
    const payload = await called(
      params,
      [
        ...[new U8(255), new U256(2n ** 256n - 1n), new I64(-5n), new Bool(true), new MoveString('größer')],
        ...[receiver, new MoveOption(new U64(7)), new MoveOption<U64>(), MoveVector.U8([1, 255])],
        new MoveVector([new MoveVector([receiver]), new MoveVector<AccountAddress>([])]),
        new U64(9),
      ],
      { types: ['0x1::aptos_coin::AptosCoin', 'u64'] },
    )
    expect(payload?.type_arguments).toEqual(['0x1::aptos_coin::AptosCoin', 'u64'])
    expect(payload?.arguments.map(({ value }) => value)).toEqual([
      ...[255, (2n ** 256n - 1n).toString(), '-5', true, 'größer', { inner: long('beef') }],
      ...[{ vec: ['7'] }, { vec: [] }, '0x01ff', [[long('beef')], []], '9'],
    ])
    expect(payload?.arguments.at(-1)?.type).toBe('u64')
    expect(payload?.note).toBeNull()
  })

  test('have the names that the stored source has', async () => {
    const source = 'module 0x9::vault { public entry fun act(owner: &signer, to: address, amount: u64) {} }'
    const payload = await called(['&signer', 'address', 'u64'], [receiver, new U64(1)], { source })
    expect(payload?.arguments.map((one) => one.name)).toEqual(['to', 'amount'])
  })

  test('of other structs, and bytes of another type, are shown as bytes', async () => {
    const payload = await called(
      ['0x9::vault::Key', 'vector<0x9::vault::Key>', 'bool', 'u64'],
      [...[new U64(1), MoveVector.U8([1]), new U8(2), new U8(3)]],
    )
    expect(payload?.arguments.map(({ value }) => value)).toEqual(['0x0100000000000000', '0x0101', '0x02', '0x03'])
  })

  test.each<[string, Bend, RegExp]>([
    ['without such a function', moduleWith('0x1', 'aptos_account', 'other', []), /no such entry function/],
    ['of another number', moduleWith('0x1', 'aptos_account', 'transfer', ['&signer', 'u64']), /takes 1 arguments and/],
    [
      'of an unknown ABI',
      (path) => (path.includes('/module/') ? Response.json({ bytecode: '0x00' }) : undefined),
      /unknown/,
    ],
    [
      'of a node that fails',
      (path) => (path.includes('/module/') ? new Response('no', { status: 500 }) : undefined),
      /unknown/,
    ],
  ])('%s have no types, and the reason is stated', async (_, more, note) => {
    const payload = (await proposalsOf(multisigNode([{ payload: transfer }], { more }))).result[0]?.payload
    expect(payload?.note).toMatch(note)
    expect(payload?.arguments).toEqual([
      { name: null, type: null, value: long('beef') },
      { name: null, type: null, value: '0xfa00000000000000' },
    ])
  })

  test('of a script have the types that it was sent with', async () => {
    const script = new Script(
      Uint8Array.of(0xa1, 0x1c),
      [parseTypeTag('u8')],
      [new U64(7), MoveVector.U8(Array(200).fill(1)), receiver],
    )
    const payload = hexOf(new MultiSigTransactionPayload(script).bcsToBytes())
    expect((await proposalsOf(multisigNode([{ payload }]))).result[0]?.payload).toMatchObject({
      kind: 'script',
      bytecode: '0xa11c',
      type_arguments: ['u8'],
      arguments: [
        { type: 'u64', value: '7' },
        { type: 'vector<u8>', value: `0x${'01'.repeat(200)}` },
        { type: 'address', value: long('beef') },
      ],
    })
  })
})

describe('a hostile node', () => {
  const nested = (depth: number) => `${'06'.repeat(depth)}02`
  const typed = (tags: string) => `0x00${'00'.repeat(31)}01016d0166${tags}00`

  test('is understood up to the nesting that Move allows', async () => {
    const [proposal] = (await proposalsOf(multisigNode([{ payload: typed(`01${nested(8)}`) }]))).result
    expect(proposal?.payload.type_arguments).toEqual([`${'vector<'.repeat(8)}u64${'>'.repeat(8)}`])
  })

  test.each([
    ['nothing', '0x'],
    ['another kind', '0x02'],
    ['cut bytes', transfer.slice(0, -2)],
    ['trailing bytes', `${transfer}00`],
    ['a huge length', `0x00${'00'.repeat(32)}ffffffff0f`],
    ['a huge number of arguments', `0x00${'00'.repeat(31)}01016d016600ffffffff0f`],
    ['a huge number of types', typed('ffffffff0f')],
    ['deeply nested types', typed(`01${nested(60_000)}`)],
    ['many types', typed(`7f${`0700${'00'.repeat(31)}016d015303010101`.repeat(127)}`)],
    ['a function type', typed('0111')],
    ['an invalid name', `0x00${'00'.repeat(31)}01023c2f01660000`],
    ['more than a regular expression can read', `0x${'00'.repeat(16_000_000)}0`],
    ['more than a transaction can carry', `0x${'00'.repeat(200_000)}`],
  ])('whose payload has %s: it is unknown, and the others are shown', async (_, payload) => {
    const { result } = await proposalsOf(multisigNode([{ payload }, { payload: transfer }]))
    expect(result.map((one) => one.payload.kind)).toEqual(['unknown', 'entry_function'])
    expect(result[0]?.payload.note).toMatch(/^The stored payload is /)
  })

  test.each([
    ['is missing', null],
    ['is not one', { payload: 7 }],
    ['is larger than an answer may be', { payload: '0'.repeat(34_000_000) }],
    ['has invalid bytes', { ...{ payload: { vec: ['0xzz'] }, payload_hash: { vec: [] }, votes: { data: [] } } }],
  ])('whose proposal %s: the page is not whole', async (_, raw) => {
    const found = await proposalsOf(multisigNode([{ raw: raw ?? [] }, { payload: transfer }]))
    expect(found).toMatchObject({ total: '2', is_whole: false })
    expect(found.result.map(({ sequence_number }) => sequence_number)).toEqual(['6'])
  })

  test('cannot make a value much larger than its bytes', async () => {
    const more = moduleWith('0x1', 'm', 'f', ['vector<0x1::option::Option<u8>>'])
    const zeros = `a08d06${'00'.repeat(100_000)}`
    const argument = `${'a38d06'}${zeros}`
    const payload = `0x00${'00'.repeat(31)}01016d01660001${argument}`
    const one = (await proposalsOf(multisigNode([{ payload }], { more }))).result[0]
    expect(one?.payload.kind).toBe('entry_function')
    expect(one?.payload.arguments).toEqual([
      { name: null, type: 'vector<0x1::option::Option<u8>>', value: `0x${zeros}` },
    ])
  })

  test('of an unreadable account are an error of the node', async () => {
    const bend: Bend = (path) => (path.includes('MultisigAccount') ? Response.json({ data: { owners: 7 } }) : undefined)
    expect(await codeOf(proposalsOf(bend))).toBe('upstream_failed')
  })

  test('with more owners than are listed shows those who voted', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `0x${(index + 1).toString(16)}`)
    const votes = { '0x12c': true, '0x64': false }
    const node = multisigNode([{ payload: transfer, votes }])
    const bend: Bend = (path, query, body) =>
      path.includes('MultisigAccount')
        ? Response.json({
            data: {
              ...{ owners: many, num_signatures_required: '1', transactions: { handle: '0x77' } },
              ...{ last_executed_sequence_number: '4', next_sequence_number: '6' },
            },
          })
        : node(path, query, body)
    const found = await proposalsOf(bend)
    expect(found.owners).toBe(300)
    expect(found.result[0]?.votes).toEqual([
      { owner_address: long('64'), vote: 'rejected' },
      { owner_address: long('12c'), vote: 'approved' },
    ])
  })
})
