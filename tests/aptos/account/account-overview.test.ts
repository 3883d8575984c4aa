import { describe, expect, test } from 'vitest'
import { signerText } from '#components/aptos/parts/values/signer-text.ts'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { createAptosStateService } from '#lib/aptos/account/state-service.ts'
import { pairedMetadata, primaryStore } from '#lib/aptos/chain/decode/asset-ids.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { aptosNfts } from '#tests/pages/demo-ledger.ts'
import { type Bend, demoNode, refusal } from './demo-node.ts'

const { wallet } = aptosNfts
const long = (hex: string) => `0x${hex.padStart(64, '0')}`

const overviewOf = async (address: string, bend?: Bend) => {
  const service = createAptosStateService(aptosNodeContext({ nodes: { mainnet: demoNode(bend) } }))
  const found = await service.aptosAccountOverview(parseInput(aptosStateApi.aptosAccountOverview, { address }))
  expect(readOutput(aptosStateApi.aptosAccountOverview, found)).toEqual(found)
  return found
}

type Resources = Record<string, Record<string, unknown>>

/** A node with these resources, by address and type; everything else is missing. */
const nodeWith =
  (accounts: Readonly<Record<string, Resources>>): Bend =>
  (path) => {
    const [, kind, address = '', what, type = ''] = decodeURIComponent(path).split('/')
    if (kind !== 'accounts' || what === 'transactions') return undefined
    const resources = accounts[address] ?? {}
    if (what === 'resources') return Response.json(Object.entries(resources).map(([type, data]) => ({ type, data })))
    const data = resources[type]
    return data ? Response.json({ type, data }) : refusal(404, 'resource_not_found')
  }

const account = (key: string, offers: readonly string[] = []) => ({
  '0x1::account::Account': {
    authentication_key: key,
    sequence_number: '0',
    signer_capability_offer: { for: { vec: offers } },
    rotation_capability_offer: { for: { vec: [] } },
  },
})
const coin = (value: string, frozen = false) => ({ coin: { value }, frozen })
const store = (balance: string, frozen = false) => ({ '0x1::fungible_asset::FungibleStore': { balance, frozen } })

describe('addresses of fungible stores', () => {
  // Recorded on mainnet: the resources at 0x8783…90ab name the coin that they are paired with.
  test('of a paired coin are those of the chain', () => {
    const mkl = '0x5ae6789dd2fec1a9ec9cccfb3acaf12e93d432f0a3a42c92fe1a9d490b7bbc06::mkl_token::MKL'
    expect(pairedMetadata(mkl)).toBe('0x878370592f9129e14b76558689a4b570ad22678111df775befbfcbc9fb3d90ab')
    expect(pairedMetadata('0x1::aptos_coin::AptosCoin')).toBe(long('a'))
  })
})

describe('an account of the ledger', () => {
  test('has the APT of its coin store, and shows how it last signed', async () => {
    const { resources, bySender } = await recordedLedger()
    const data = resources.get(wallet)?.get('0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>')?.data
    const overview = await overviewOf(wallet)
    expect(overview).toMatchObject({ kind: 'account', is_key_rotated: false, owner: null, multisig: null, stakes: [] })
    expect(overview.balances).toMatchObject([
      { symbol: 'APT', ...{ coin_amount: Object(data?.coin).value }, fungible_amount: '0' },
    ])
    expect(overview.last_signer?.transaction_version).toBe(bySender.get(wallet)?.at(-1)?.version)
    expect(overview.last_signer && signerText(overview.last_signer)).toBe('one key: Ed25519')
  })

  test('has its APT in its coin store and in its fungible store, in one sum', async () => {
    const held = (amount: string) => ({ '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>': coin(amount) })
    const balanceOf = async (address: string, bend?: Bend) => {
      const service = createAptosStateService(aptosNodeContext({ nodes: { mainnet: demoNode(bend) } }))
      const found = await service.aptosAccountBalance(parseInput(aptosStateApi.aptosAccountBalance, { address }))
      expect(readOutput(aptosStateApi.aptosAccountBalance, found)).toEqual(found)
      return found
    }
    const primary = primaryStore(long('7'), long('a'))
    const both = nodeWith({ [long('7')]: held('5'), [primary]: store('20') })
    expect(await balanceOf('0x7', both)).toMatchObject({ amount: '25', coin_amount: '5', fungible_amount: '20' })
    expect(await balanceOf('0x7', nodeWith({ [primary]: store('20') }))).toMatchObject({ amount: '20' })
    expect(await balanceOf(wallet)).toMatchObject({ amount: (await overviewOf(wallet)).balances[0]?.amount })
    expect(await balanceOf(long('ab'))).toMatchObject({ amount: '0' })
  })

  test('that is an object has an owner', async () => {
    const { resources } = await recordedLedger()
    const [object = '', types] = [...resources].find(([, own]) => own.has('0x4::token::Token')) ?? []
    const overview = await overviewOf(object)
    expect(overview).toMatchObject({ kind: 'object', object_kind: 'token', is_key_rotated: null, last_signer: null })
    expect(BigInt(overview.owner ?? '')).toBe(BigInt(String(types?.get('0x1::object::ObjectCore')?.data.owner)))
  })

  test('that does not exist is said to be unknown, with no APT', async () => {
    const overview = await overviewOf(long('ab'))
    expect(overview).toMatchObject({ kind: 'none', balances: [{ symbol: 'APT', amount: '0' }] })
  })
})

describe('control', () => {
  test('of a multisig account is with its owners, whatever its key', async () => {
    const multisig = {
      owners: ['0x2', '0x3', '0x4'],
      num_signatures_required: '2',
      last_executed_sequence_number: '4',
      next_sequence_number: '6',
      transactions: { handle: '0x9' },
    }
    const bend = nodeWith({
      [long('5')]: { ...account(long('0'), ['0x2']), '0x1::multisig_account::MultisigAccount': multisig },
    })
    expect(await overviewOf('0x5', bend)).toMatchObject({
      kind: 'multisig',
      multisig: { owners: [long('2'), long('3'), long('4')], signatures_required: '2', next_sequence_number: '6' },
      signer_offered_to: [long('2')],
    })
  })

  test.each([
    ['the key 0', long('0'), 'resource_account', true],
    ['its own address as key', long('5'), 'account', false],
    ['another key', long('77'), 'account', true],
  ])('of an account with %s', async (_, key, kind, isRotated) => {
    const overview = await overviewOf('0x5', nodeWith({ [long('5')]: account(key) }))
    expect(overview).toMatchObject({ kind, is_key_rotated: isRotated })
  })

  const signer = (signature: unknown): Bend => {
    const resources = nodeWith({
      [wallet]: { '0x1::account::Account': { ...account(wallet)['0x1::account::Account'], sequence_number: '9' } },
    })
    const sent = {
      version: '7',
      hash: long('7'),
      type: 'user_transaction',
      timestamp: '1',
      sender: wallet,
      sequence_number: '8',
      gas_used: '1',
      gas_unit_price: '1',
      success: true,
      vm_status: '',
      payload: {},
      signature,
    }
    return (path, query) => (path.endsWith('/transactions') ? Response.json([sent]) : resources(path, query))
  }
  const keyless = { type: 'keyless', value: '0x1b' }

  test.each([
    [{ type: 'single_key_signature', public_key: { type: 'secp256k1_ecdsa', value: '0x04' } }, 'one key: secp256k1'],
    [{ type: 'multi_ed25519_signature', public_keys: ['0x1', '0x2', '0x3'], threshold: 2 }, '2 of 3 keys: Ed25519'],
    [
      {
        type: 'fee_payer_signature',
        sender: { type: 'single_key_signature', public_key: keyless },
        fee_payer_address: '0x1',
      },
      'one key: keyless',
    ],
    [
      {
        type: 'multi_key_signature',
        public_keys: [{ type: 'ed25519', value: '0x1' }, keyless],
        signatures_required: 1,
      },
      '1 of 2 keys: Ed25519, keyless',
    ],
    [
      { type: 'abstraction_signature', function_info: '22::a::authenticate' },
      'a function (account abstraction): 22::a::authenticate',
    ],
    [{ type: 'lunar_signature' }, 'lunar'],
  ])('is known from how the last transaction was signed: %j', async (signature, text) => {
    const { last_signer } = await overviewOf(wallet, signer(signature))
    expect(last_signer && signerText(last_signer)).toBe(text)
  })

  test.each([[null], [7], [{ type: 5 }], [{ type: 'multi_key_signature', public_keys: 'x'.repeat(9) }]])(
    'is not claimed from the signature %j',
    async (signature) => expect((await overviewOf(wallet, signer(signature))).last_signer).toBeNull(),
  )
})

describe('delegated stake', () => {
  const pools = { first: long('f1'), second: long('f2') }
  const sent = (version: string, called: string, first: string, success = true) => ({
    version,
    hash: long(version),
    type: 'user_transaction',
    timestamp: '1700000000000000',
    sender: wallet,
    sequence_number: version,
    gas_used: '1',
    gas_unit_price: '1',
    success,
    vm_status: '',
    payload: { function: called, arguments: [first, '5'] },
    signature: null,
  })
  const amounts = { active: '700', inactive: '20', pending_inactive: '1' }
  const holder = nodeWith({
    [wallet]: { '0x1::account::Account': { ...account(wallet)['0x1::account::Account'], sequence_number: '4' } },
  })
  const transactions = [
    sent('11', '0x1::delegation_pool::add_stake', '0xf1'),
    sent('12', '0x1::delegation_pool::add_stake', '0xf2'),
    sent('13', '0x1::delegation_pool::unlock', '0xf1'),
    sent('14', '0x1::delegation_pool::add_stake', '0xf3', false),
  ]
  const node =
    (view: () => Response): Bend =>
    (path, query) => {
      if (path === '/view') return view()
      return path.endsWith('/transactions') ? Response.json(transactions) : holder(path, query)
    }

  test('is that in the pools which transactions of the account name', async () => {
    const { delegations } = await overviewOf(
      wallet,
      node(() => Response.json(['700', '20', '1'])),
    )
    expect(delegations).toEqual({
      transactions: 4,
      is_whole: true,
      note: null,
      pools: [
        { pool_address: pools.first, ...amounts, last_transaction_version: '13' },
        { pool_address: pools.second, ...amounts, last_transaction_version: '12' },
      ],
    })
  })

  describe('in the pools of all validators', () => {
    const validator = (addr: string) => ({ addr, voting_power: '1', config: { validator_index: '0' } })
    const set = (active: readonly string[], joining: readonly string[] = []) => ({
      active_validators: active.map(validator),
      pending_active: joining.map(validator),
      pending_inactive: [],
    })
    type View = { function: string; arguments: string[] }
    /** A node whose delegation pools are these, with what the account has in them. */
    const nodeWithPools = (validators: object, stakes: Record<string, readonly string[]>, asked: View[] = []): Bend => {
      const resources = nodeWith({ '0x1': { '0x1::stake::ValidatorSet': { ...validators } } })
      return (path, query, body) => {
        if (path !== '/view') return resources(path, query)
        const view = JSON.parse(String(body)) as View
        asked.push(view)
        const [pool = ''] = view.arguments
        if (view.function.endsWith('_exists')) return Response.json([pool in stakes])
        return pool === long('f9') ? refusal(400, 'invalid_input') : Response.json(stakes[pool])
      }
    }
    const search = async (bend: Bend) => {
      const service = createAptosStateService(aptosNodeContext({ nodes: { mainnet: demoNode(bend) } }))
      return {
        once: async () => {
          const found = await service.aptosAccountDelegations({ address: wallet })
          return readOutput(aptosStateApi.aptosAccountDelegations, found)
        },
      }
    }

    test('is found, whichever transactions led there; validators without delegators are left out', async () => {
      const asked: View[] = []
      const stakes = { [long('f1')]: ['700', '20', '1'], [long('f2')]: ['0', '0', '0'], [long('f4')]: ['0', '5', '0'] }
      const { once } = await search(nodeWithPools(set(['0xf1', '0xf2', '0xf3'], ['0xf4']), stakes, asked))
      const found = {
        ...{ address: wallet, validators: 4, unknown: 0, note: null },
        pools: [
          { pool_address: long('f1'), ...amounts },
          { pool_address: long('f4'), active: '0', inactive: '5', pending_inactive: '0' },
        ],
      }
      expect(await once()).toMatchObject(found)
      expect(asked).toHaveLength(4 + 3)
      // Which validators have delegators never changes.
      expect(await once()).toMatchObject(found)
      expect(asked).toHaveLength(4 + 3 + 3)
    })

    test('counts pools whose stake the node does not say', async () => {
      const stakes = { [long('f1')]: ['700', '20', '1'], [long('f9')]: [] }
      const { once } = await search(nodeWithPools(set(['0xf1', '0xf9']), stakes))
      expect(await once()).toMatchObject({ validators: 2, unknown: 1, pools: [{ pool_address: long('f1') }] })
    })

    test('is refused where the validator set is not readable', async () => {
      const { once } = await search(nodeWithPools({ active_validators: 'all' }, {}))
      await expect(once()).rejects.toMatchObject({ code: 'not_available' })
    })
  })

  test('is unknown from a node without view functions', async () => {
    const { delegations } = await overviewOf(
      wallet,
      node(() => refusal(403, 'api_disabled')),
    )
    expect(delegations.note).toContain('view functions')
    expect(delegations.pools).toMatchObject([{ active: null }, { active: null }])
  })
})

describe('vesting contracts', () => {
  const [paid, other] = [long('8'), long('9')]
  const contract = {
    state: '1',
    admin: '0x5',
    grant_pool: {
      shareholders_limit: '30',
      total_coins: '900',
      total_shares: '900',
      shares: {
        data: [
          { key: '0x8', value: '300' },
          { key: '0x9', value: '600' },
        ],
      },
      shareholders: ['0x8', '0x9'],
      scaling_factor: '1',
    },
    vesting_schedule: { start_timestamp_secs: '1700000000', period_duration: '2592000', last_vested_period: '3' },
    beneficiaries: { data: [{ key: '0x9', value: '0xbe' }] },
    withdrawal_address: '0x6',
    staking: { pool_address: '0x7' },
    remaining_grant: '601',
  }
  const pool = {
    ...{ active: { value: '700' }, inactive: { value: '40' }, pending_active: { value: '0' } },
    ...{ pending_inactive: { value: '25' }, locked_until_secs: '1700000000' },
    ...{ operator_address: '0x7', delegated_voter: '0x8' },
  }
  const accounts = (changed: object = {}): Record<string, Resources> => ({
    [long('5')]: { '0x1::vesting::AdminStore': { vesting_contracts: ['0xcc'] } },
    [long('cc')]: { '0x1::vesting::VestingContract': { ...contract, ...changed } },
    [long('7')]: { '0x1::stake::StakePool': pool },
  })
  const expected = {
    contract_address: long('cc'),
    state: 'active',
    admin_address: long('5'),
    withdrawal_address: long('6'),
    pool_address: long('7'),
    grant: '900',
    remaining_grant: '601',
    shareholders: 2,
    share: null,
    pool_unlocking: '25',
    pool_unlocked: '40',
    starts_at: '2023-11-14T22:13:20.000Z',
    period_seconds: '2592000',
    periods_vested: '3',
  }
  /** The vesting of an account that sent these calls, and that the index knows these contracts of. */
  const vestingOf = async (
    address: string,
    { calls = [], indexed, changed }: { calls?: [string, unknown][]; indexed?: string[]; changed?: object } = {},
  ) => {
    const sender = long(address.slice(2))
    const sent = calls.map(([called, first], index) => ({
      ...{ version: String(11 + index), hash: long('1'), type: 'user_transaction', timestamp: '1', sender },
      ...{ sequence_number: String(index), gas_used: '1', gas_unit_price: '1', success: true, vm_status: '' },
      ...{ payload: { function: called, arguments: [first] }, signature: null },
    }))
    const key = { ...account(sender)['0x1::account::Account'], sequence_number: String(sent.length) }
    const all = accounts(changed)
    const resources = nodeWith({ ...all, [sender]: { ...all[sender], '0x1::account::Account': key } })
    const bend: Bend = (path, query) => (path.endsWith('/transactions') ? Response.json(sent) : resources(path, query))
    const service = createAptosStateService(
      aptosNodeContext({ nodes: { mainnet: demoNode(bend) }, indexedContracts: async () => indexed }),
    )
    const found = await service.aptosAccountOverview(parseInput(aptosStateApi.aptosAccountOverview, { address }))
    expect(readOutput(aptosStateApi.aptosAccountOverview, found)).toEqual(found)
    return found
  }

  test.each([
    ['0x5', 'admin'],
    ['0xcc', 'contract'],
  ])('of %s are shown to it as %s', async (address, role) =>
    expect((await vestingOf(address)).vesting).toEqual([{ ...expected, role }]),
  )

  const share = { shareholders: [paid], beneficiary_address: null, grant: '300', vested: '100', remaining_grant: '200' }

  test.each<[string, Parameters<typeof vestingOf>[1]]>([
    ['a call of its own', { calls: [['0x1::vesting::unlock_rewards', '0xcc']] }],
    ['a call of its own for several', { calls: [['0x1::vesting::vest_many', ['0xdd', '0xcc']]] }],
    ['a payment in the index', { indexed: [long('dd'), long('cc')] }],
  ])('show a shareholder its part, found by %s', async (_, how) => {
    const { vesting, vesting_search } = await vestingOf(paid, how)
    expect(vesting).toEqual([{ ...expected, role: 'shareholder', share }])
    expect(vesting_search).toEqual({
      transactions: how?.calls?.length ?? 0,
      is_whole: true,
      has_index: how?.indexed !== undefined,
    })
  })

  test('show who is paid instead of a shareholder, to both', async () => {
    const part = { shareholders: [other], grant: '600', vested: '200', remaining_grant: '400' }
    const named = { indexed: [long('cc')] }
    expect((await vestingOf(long('be'), named)).vesting).toMatchObject([
      { role: 'beneficiary', share: { ...part, beneficiary_address: long('be') } },
    ])
    expect((await vestingOf(other, named)).vesting).toMatchObject([
      { role: 'shareholder', share: { ...part, beneficiary_address: long('be') } },
    ])
  })

  test('claim nothing for others, and no vested amount of a terminated contract', async () => {
    expect((await vestingOf(long('77'), { calls: [['0x1::vesting::vest', '0xcc']] })).vesting).toEqual([])
    const ended = await vestingOf(paid, { indexed: [long('cc')], changed: { state: '2', remaining_grant: '0' } })
    expect(ended.vesting).toMatchObject([
      { state: 'terminated', share: { grant: '300', vested: null, remaining_grant: '0' } },
    ])
  })
})

describe('balances and stakes', () => {
  const usd = '0xf2::asset::USD'
  const holder = long('5')
  const accounts: Record<string, Resources> = {
    [holder]: {
      '0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>': coin('250'),
      [`0x1::coin::CoinStore<${usd}>`]: coin('7', true),
      '0x1::coin::CoinStore<0xdead::none::NONE>': coin('0'),
      '0x1::coin::CoinStore<0xdead::odd::ODD>': coin('3'),
      '0x1::stake::OwnerCapability': { pool_address: '0x99' },
    },
    '0xf2': { [`0x1::coin::CoinInfo<${usd}>`]: { name: 'US Dollar', symbol: 'USD', decimals: 6 } },
    [primaryStore(holder, long('a'))]: store('1000'),
    [primaryStore(holder, pairedMetadata(usd))]: {
      ...store('0'),
      '0x1::fungible_asset::ConcurrentFungibleBalance': { balance: { value: '18446744073709551615', max_value: '1' } },
    },
    [long('99')]: {
      '0x1::stake::StakePool': {
        active: { value: '2172945426928570' },
        inactive: { value: '0' },
        pending_active: { value: '1' },
        pending_inactive: { value: '2' },
        locked_until_secs: '1700000000',
        operator_address: '0x7',
        delegated_voter: '0x8',
      },
    },
  }

  test('add up a coin and the fungible asset that it is paired with, to the last digit', async () => {
    const { balances, balances_whole } = await overviewOf(holder, nodeWith(accounts))
    expect(balances_whole).toBe(true)
    expect(
      balances.map(({ symbol, amount, coin_amount, is_frozen }) => [symbol, amount, coin_amount, is_frozen]),
    ).toEqual([
      ['APT', '1250', '250', false],
      ['USD', '18446744073709551622', '7', true],
      [null, '3', '3', false],
    ])
  })

  test('are shown without the name of a coin that no node returns in a readable form', async () => {
    const node = nodeWith({ [long('7')]: { '0x1::coin::CoinStore<0xdead::odd::ODD>': coin('3') } })
    const bend: Bend = (path, query) =>
      decodeURIComponent(path).includes('CoinInfo') ? new Response('{"a": [') : node(path, query)
    expect((await overviewOf(long('7'), bend)).balances.at(-1)).toMatchObject({ name: null, amount: '3' })
  })

  test('show no end of a lockup that never began', async () => {
    const pool = accounts[long('99')]?.['0x1::stake::StakePool']
    const unlocked = { [long('99')]: { '0x1::stake::StakePool': { ...pool, locked_until_secs: '0' } } }
    const { stakes } = await overviewOf(holder, nodeWith({ ...accounts, ...unlocked }))
    expect(stakes).toMatchObject([{ pool_address: long('99'), locked_until: null }])
  })

  test('show the stake pool that an account owns', async () => {
    const { stakes } = await overviewOf(holder, nodeWith(accounts))
    expect(stakes).toEqual([
      {
        pool_address: long('99'),
        role: 'owner',
        active: '2172945426928570',
        inactive: '0',
        pending_active: '1',
        pending_inactive: '2',
        locked_until: '2023-11-14T22:13:20.000Z',
        operator_address: long('7'),
        voter_address: long('8'),
      },
    ])
  })

  test('of more coins than are read say so', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`0x1::coin::CoinStore<0xdead::spam::S${n}>`, coin('1')]),
    )
    const { balances, balances_whole } = await overviewOf(holder, nodeWith({ [holder]: many }))
    expect([balances.length, balances_whole]).toEqual([26, false])
  })
})
