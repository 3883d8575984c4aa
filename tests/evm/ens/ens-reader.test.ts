import { namehash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createCcipRead } from '#lib/evm/ens/ccip-read.ts'
import { mainnetEns } from '#lib/evm/ens/ens-contracts.ts'
import { createEnsReader } from '#lib/evm/ens/ens-reader.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { type EnsChain, startEnsChain } from './ens-chain.ts'
import { type LocalGateway, startLocalGateway } from './local-gateway.ts'

const person = (index: number): Hex => `0x${(0xa11ce00 + index).toString(16).padStart(40, '0')}`
const now = Math.floor(Date.now() / 1_000)
const day = 86_400
const later = now + 365 * day

let chain: EnsChain
let gateway: LocalGateway
const closing: { close(): Promise<void> }[] = []

beforeAll(async () => {
  chain = await startEnsChain()
  gateway = await startLocalGateway()
}, 60_000)

afterAll(async () => {
  for (const one of closing) await one.close()
  await chain?.stop()
  await gateway?.stop()
})

const readerWith = (allow: readonly string[] | undefined = []) => {
  const outbound = createOutbound({ allow })
  closing.push(outbound)
  const pool = createPool([chain.anvil.transport()])
  return createEnsReader(pool, { contracts: mainnetEns, ccipRead: createCcipRead(outbound) })
}
const onChainOnly = () => createEnsReader(createPool([chain.anvil.transport()]), { contracts: mainnetEns })
const nameOf = async (address: Hex, reader = readerWith()) => (await reader.primaryNames([address])).names[0]

describe('primary names', () => {
  test('are read with the block and the end of their registration, many at a time', async () => {
    await chain.register('ada.eth', { address: person(1), expiry: later })
    await chain.register('mail.ada.eth', { address: person(2) })
    await chain.claim(person(1), 'ada.eth')
    await chain.claim(person(2), 'mail.ada.eth')
    const others = Array.from({ length: 60 }, (_, index) => person(500 + index))
    const { block, names } = await readerWith().primaryNames([person(1), ...others, person(2)])
    expect(block.number).toBe(Number(await chain.anvil.rpc('eth_blockNumber')))
    expect(names[0]).toEqual({ name: 'ada.eth', expiresAt: later + 90 * day })
    // A subname ends with the name above it.
    expect(names.at(-1)).toEqual({ name: 'mail.ada.eth', expiresAt: later + 90 * day })
    expect(names.slice(1, -1)).toEqual(others.map(() => 'none'))
  })

  test('must resolve back to the address', async () => {
    await chain.register('famous.eth', { address: person(3), expiry: later })
    await chain.claim(person(4), 'famous.eth')
    await chain.claim(person(5), 'nobody.eth')
    expect(await nameOf(person(4))).toBe('none')
    expect(await nameOf(person(5))).toBe('none')
  })

  test('carry an end in the past once the registration and its grace period are over', async () => {
    await chain.register('lapsed.eth', { address: person(6), expiry: now - 91 * day })
    await chain.register('grace.eth', { address: person(7), expiry: now - 10 * day })
    await chain.claim(person(6), 'lapsed.eth')
    await chain.claim(person(7), 'grace.eth')
    expect(await nameOf(person(6))).toEqual({ name: 'lapsed.eth', expiresAt: now - day })
    expect(await nameOf(person(7))).toEqual({ name: 'grace.eth', expiresAt: now + 80 * day })
  })

  test('of wrapped subnames end with their own expiry', async () => {
    await chain.register('club.eth', { expiry: later })
    for (const [index, name, expiry] of [
      [8, 'past.club.eth', now - day],
      [9, 'valid.club.eth', now + day],
    ] as const) {
      await chain.register(name, { address: person(index) })
      await chain.wrap(name, person(index), expiry)
      await chain.claim(person(index), name)
    }
    expect(await nameOf(person(8))).toEqual({ name: 'past.club.eth', expiresAt: now - day })
    expect(await nameOf(person(9))).toEqual({ name: 'valid.club.eth', expiresAt: later + 90 * day })
  })

  test.each([
    ['upper case', 'Ada.eth'],
    ['a mix of scripts', 'vit\u0430lik.eth'],
    ['direction marks', 'ada\u202e.eth'],
    ['an invisible character', 'a\u200bda.eth'],
    ['a line break', 'ada\n.eth'],
    ['markup', '<b>ada</b>.eth'],
    ['a link', 'https://ada.eth'],
    ['300 characters', `${'a'.repeat(300)}.eth`],
    ['no dot', 'ada'],
  ])('with %s are no names', async (_, name) => {
    const address = person(100 + name.length)
    await chain.register(name, { address, expiry: later }).catch(() => undefined)
    await chain.claim(address, name)
    expect(await nameOf(address)).toBe('none')
  })

  test('of hostile contracts do not keep the others from their names', async () => {
    const burning = await chain.deploy('BurningResolver')
    const long = await chain.deploy('LongResolver')
    await chain.claim(person(10), 'burning.eth', burning)
    await chain.claim(person(11), 'long.eth', long)
    const { names } = await readerWith().primaryNames([person(10), person(1), person(11)])
    expect(names[1]).toMatchObject({ name: 'ada.eth' })
    expect([names[0], names[2]].every((name) => name === 'none' || name === 'failed')).toBe(true)
  })

  test('are absent on a chain without ENS', async () => {
    const reader = createEnsReader(createPool([chain.anvil.transport()]), {
      contracts: { ...mainnetEns, universalResolver: person(999) },
    })
    expect(await nameOf(person(1), reader)).toBe('none')
  })
})

describe('addresses of names', () => {
  test('are found, with the end of the registration', async () => {
    const { found } = await readerWith().addressOf('ada.eth')
    expect(found).toEqual({ name: 'ada.eth', address: person(1), expiresAt: later + 90 * day })
    expect((await readerWith().addressOf('nobody-has-this.eth')).found).toBeUndefined()
  })
})

describe('a name behind a gateway', () => {
  const registered = async (name: string, index: number, urls: readonly string[]) => {
    const resolver = await chain.deploy('GatewayResolver', [urls])
    await chain.register(name, { expiry: later, resolver })
    await chain.claim(person(index), name)
    gateway.known.set(namehash(name), person(index))
    gateway.requests.length = 0
    gateway.hops = 0
    gateway.answer = undefined
  }

  test.each(['url', 'postUrl'] as const)('is resolved through the guarded client (%s)', async (form) => {
    await registered(`off-${form.toLowerCase()}.eth`, 20, [gateway[form]])
    expect(await nameOf(person(20), readerWith([gateway.host]))).toMatchObject({
      name: `off-${form.toLowerCase()}.eth`,
    })
    expect(gateway.requests).toEqual([form === 'url' ? 'GET' : 'POST'])
  })

  test('is not requested on a private address, nor where gateways are off', async () => {
    await registered('private.eth', 21, [gateway.url])
    expect(await nameOf(person(21))).toBe('none')
    expect(await nameOf(person(21), onChainOnly())).toBe('none')
    expect(gateway.requests).toEqual([])
  })

  test('gets a bounded number of requests', async () => {
    await registered('endless.eth', 22, [gateway.url])
    gateway.hops = 1_000
    expect(await nameOf(person(22), readerWith([gateway.host]))).toBe('none')
    expect(gateway.requests.length).toBeLessThanOrEqual(4)
    await registered('two-hops.eth', 23, [gateway.url])
    gateway.hops = 1
    expect(await nameOf(person(23), readerWith([gateway.host]))).toMatchObject({ name: 'two-hops.eth' })
  })

  test('has none while the gateway answers with something else', async () => {
    await registered('odd.eth', 24, [gateway.url])
    for (const body of ['{"data":"no hex"}', '<html>', `{"data":"0x${'00'.repeat(100_000)}"}`]) {
      gateway.answer = { body }
      expect(await nameOf(person(24), readerWith([gateway.host]))).toBe('none')
    }
  })

  test('is tried again later if the gateway fails, and by the next gateway at once', async () => {
    await registered('failing.eth', 25, [gateway.url])
    gateway.answer = { status: 503 }
    expect(await nameOf(person(25), readerWith([gateway.host]))).toBe('failed')
    const dead = 'http://127.0.0.1:9/{data}'
    await registered('second.eth', 26, [dead, gateway.url])
    expect(await nameOf(person(26), readerWith([gateway.host, '127.0.0.1:9']))).toMatchObject({ name: 'second.eth' })
  })
})
