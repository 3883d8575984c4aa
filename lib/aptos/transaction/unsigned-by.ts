/** Full nodes refuse to simulate with a valid signature. */
const zeros = `0x${'00'.repeat(64)}`

/** Ed25519 has 32 bytes; a single key has its variant and length before its bytes. */
const ed25519 = /^0x[0-9a-f]{64}$/
const singleEd25519 = /^0x0020([0-9a-f]{64})$/
const singleSecp256k1 = /^0x0141([0-9a-f]{130})$/

/**
 * The signature of a simulation by a key: a node checks that the key may sign for the account. Without a key, or for
 * keys of several signers, it does not.
 */
export const unsignedBy = (publicKey: string | undefined): object => {
  if (publicKey === undefined) return { type: 'no_account_signature' }
  if (ed25519.test(publicKey)) return { type: 'ed25519_signature', public_key: publicKey, signature: zeros }
  const [, edwards] = singleEd25519.exec(publicKey) ?? []
  if (edwards !== undefined) return single('ed25519', edwards)
  const [, koblitz] = singleSecp256k1.exec(publicKey) ?? []
  return koblitz === undefined ? { type: 'no_account_signature' } : single('secp256k1_ecdsa', koblitz)
}

const single = (type: string, key: string) => ({
  type: 'single_key_signature',
  public_key: { type, value: `0x${key}` },
  signature: { type, value: zeros },
})
