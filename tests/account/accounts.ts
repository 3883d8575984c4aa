import {
  Account,
  type AccountPublicKey,
  Ed25519PrivateKey,
  MultiEd25519Account,
  MultiEd25519PublicKey,
  MultiKey,
  MultiKeyAccount,
  Secp256k1PrivateKey,
  SigningSchemeInput,
  SingleKeyAccount,
} from '@aptos-labs/ts-sdk'

/** An account as a wallet hands it out: texts alone. */
export type TestAccount = {
  address: string
  publicKey: string
  /** Over the UTF-8 bytes of the text, as wallets sign. */
  sign(text: string): string
}

type Signer = {
  publicKey: AccountPublicKey
  sign(bytes: Uint8Array): { toString(): string }
}

const toTestAccount = (signer: Signer): TestAccount => ({
  address: signer.publicKey.authKey().derivedAddress().toStringLong(),
  publicKey: signer.publicKey.toString(),
  // Bytes: the SDK reads a text that looks like hex as hex.
  sign: (text) => signer.sign(new TextEncoder().encode(text)).toString(),
})

const multiEd25519 = (): MultiEd25519Account => {
  const keys = [Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()]
  const [first, , third] = keys
  if (!first || !third) throw new Error('unreachable')
  const publicKey = new MultiEd25519PublicKey({ publicKeys: keys.map((key) => key.publicKey()), threshold: 2 })
  return new MultiEd25519Account({ publicKey, signers: [first, third] })
}

const multiKey = (): MultiKeyAccount => {
  const first = Account.generate()
  const second = new SingleKeyAccount({ privateKey: Secp256k1PrivateKey.generate() })
  const third = new SingleKeyAccount({ privateKey: Ed25519PrivateKey.generate() })
  const publicKeys = [first.publicKey, second.publicKey, third.publicKey]
  return new MultiKeyAccount({
    multiKey: new MultiKey({ publicKeys, signaturesRequired: 2 }),
    signers: [first, second],
  })
}

/** One of every kind that can be verified, each with keys of its own. */
export const accountKinds = {
  Ed25519: () => toTestAccount(Account.generate()),
  'SingleKey of Ed25519': () => toTestAccount(Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false })),
  'SingleKey of secp256k1': () => toTestAccount(Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa })),
  'MultiEd25519, two of three': () => toTestAccount(multiEd25519()),
  'MultiKey, two of three': () => toTestAccount(multiKey()),
} satisfies Record<string, () => TestAccount>

/** The same Ed25519 key under both of its addresses. */
export const bothSchemes = (): { legacy: TestAccount; single: TestAccount } => {
  const privateKey = Ed25519PrivateKey.generate()
  return {
    legacy: toTestAccount(Account.fromPrivateKey({ privateKey })),
    single: toTestAccount(new SingleKeyAccount({ privateKey })),
  }
}

export const hexBytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replace(/^0x/, ''), 'hex'))
export const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
