import { describe, expect, test } from 'vitest'
import { calledParameters, sentCall, typedArguments } from '#components/aptos/transaction/payload-panel.tsx'
import { signersOf } from '#components/aptos/transaction/signature-panel.tsx'
import type { Answer, Ask } from '#lib/pages/question.ts'

const transfer = { type: 'entry_function_payload', function: '0x1::coin::transfer', arguments: ['0x9', '5'] }

describe('what a payload calls', () => {
  test('is a function, directly or for a multisig account', () => {
    expect(sentCall(transfer)).toMatchObject({ kind: 'function', name: '0x1::coin::transfer', multisig: undefined })
    const multisig = { type: 'multisig_payload', multisig_address: '0x7', transaction_payload: transfer }
    expect(sentCall(multisig)).toMatchObject({
      kind: 'function',
      name: '0x1::coin::transfer',
      arguments: ['0x9', '5'],
      multisig: '0x7',
    })
  })

  test('is a script with the types that its bytecode has', () => {
    const script = {
      type: 'script_payload',
      code: { bytecode: '0xa11ceb0b', abi: { name: 'main', params: ['&signer', 'u64'] } },
      type_arguments: [],
      arguments: ['5'],
    }
    expect(sentCall(script)).toMatchObject({ kind: 'script', bytecode: '0xa11ceb0b', params: ['&signer', 'u64'] })
  })

  test('is unknown for a proposal that is stored on chain, and for another payload', () => {
    expect(sentCall({ type: 'multisig_payload', multisig_address: '0x7', transaction_payload: null })).toBeUndefined()
    expect(sentCall({ type: 'write_set_payload', write_set: {} })).toBeUndefined()
    expect(sentCall('?')).toBeUndefined()
  })
})

describe('arguments', () => {
  const params = ['&signer', 'address', '0x1::option::Option<T1>']
  const known = { params, names: ['from', 'to', 'memo'] }

  test('have the names and types of their parameters, without signers', () => {
    expect(typedArguments(['0x9', { vec: [] }], ['u8', '0x1::string::String'], known)).toEqual([
      { name: 'to', type: 'address', value: '0x9' },
      { name: 'memo', type: '0x1::option::Option<0x1::string::String>', value: { vec: [] } },
    ])
  })

  test('of another number than the parameters have neither', () => {
    expect(typedArguments(['0x9'], [], known)).toEqual([{ name: undefined, type: undefined, value: '0x9' }])
    expect(typedArguments(['0x9'], [], undefined)).toEqual([{ name: undefined, type: undefined, value: '0x9' }])
  })
})

describe('parameters of a called function', () => {
  const functionWith = (params: string[]) => ({ functions: [{ name: 'transfer', params, param_names: null }] })
  /** Answers by the version that is asked for. */
  const askOf =
    (answers: Record<string, unknown>): Ask =>
    async (question) => {
      const found = answers[String(question.input.ledger_version ?? 'newest')]
      const fault = { code: 'not_available' as const, message: 'pruned', details: [] }
      return (found === undefined ? { fault } : { data: found }) as Answer<never>
    }

  test('are those of the module before the transaction', async () => {
    const ask = askOf({ 99: functionWith(['u64']), newest: functionWith(['u8']) })
    expect(await calledParameters(ask, '0x1::coin::transfer', 'mainnet', '100')).toEqual({
      params: ['u64'],
      names: null,
      note: undefined,
    })
  })

  test('are those of the newest module, and said to be, if the node has pruned that state', async () => {
    const found = await calledParameters(
      askOf({ newest: functionWith(['u8']) }),
      '0x1::coin::transfer',
      'mainnet',
      '100',
    )
    expect(found).toMatchObject({ params: ['u8'], note: expect.stringMatching(/newest version/) })
  })

  test('are unknown without the module, or for a malformed name', async () => {
    expect(await calledParameters(askOf({}), '0x1::coin::transfer', 'mainnet', '100')).toBeUndefined()
    expect(await calledParameters(askOf({}), 'script', 'mainnet', '100')).toBeUndefined()
  })
})

describe('the signers of a transaction', () => {
  const google = `0x1b${Buffer.from('https://accounts.google.com').toString('hex')}20${'a3'.repeat(32)}`

  test('are its sender, further ones and the fee payer, with their schemes', () => {
    const key = { type: 'ed25519_signature', public_key: '0x52', signature: '0x37' }
    expect(
      signersOf({
        type: 'fee_payer_signature',
        sender: {
          type: 'single_key_signature',
          public_key: { type: 'keyless', value: google },
          signature: { type: 'keyless', value: '0x' },
        },
        secondary_signer_addresses: ['0x2'],
        secondary_signers: [{ type: 'multi_ed25519_signature', public_keys: ['0x1', '0x2', '0x3'], threshold: 2 }],
        fee_payer_address: '0x3',
        fee_payer_signer: key,
      }),
    ).toEqual([
      { role: 'Sender', address: undefined, text: 'one key: keyless', issuers: ['https://accounts.google.com'] },
      { role: 'Further signer', address: '0x2', text: '2 of 3 keys: Ed25519', issuers: [] },
      { role: 'Fee payer', address: '0x3', text: 'one key: Ed25519', issuers: [] },
    ])
  })

  test('may authenticate by a function', () => {
    const [sender] = signersOf({ type: 'abstraction_signature', function_info: '0x2::auth::check', signature: '0x' })
    expect(sender?.text).toBe('a function (account abstraction): 0x2::auth::check')
  })

  test.each(['0x', '0xff00', `0x03${'0a'.repeat(3)}`, `0x1b${'61'.repeat(4)}`])(
    'have no issuer in the malformed key %s',
    (value) => {
      const signature = { type: 'single_key_signature', public_key: { type: 'keyless', value } }
      expect(signersOf(signature)[0]?.issuers).toEqual([])
    },
  )
})
