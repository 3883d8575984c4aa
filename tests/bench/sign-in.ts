/*
 * What a verification costs on one core, for each kind of account: the signature with its authentication key, and the whole
 * of V1 on SQLite (look-up, signature, single use) apart from the node call. And what a key made on the account page costs a
 * request: its look-up by hash. By the processor's time that the process took, the best of five rounds each: what other work
 * on the machine takes is left out.
 *
 *   node tests/bench/sign-in.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccounts } from '#lib/account/accounts.ts'
import { authenticationKey, createAptosSignIn } from '#lib/account/aptos-sign-in.ts'
import { readPublicKey } from '#lib/account/contract/params.ts'
import { signInMigrations } from '#lib/account/migrations.ts'
import { verifySignature } from '#lib/account/signature.ts'
import { hashToken } from '#lib/account/token.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { accountKinds, hexBytes } from '#tests/account/accounts.ts'

const rounds = 5
const signaturesARound = 300
const challengesARound = 100
const lookUpsARound = 2_000

/** A second of one core, in the fastest round. */
const perSecond = async (times: number, round: () => Promise<() => Promise<void> | void>): Promise<number> => {
  let best = 0
  for (let index = 0; index < rounds; index += 1) {
    const run = await round()
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    best = Math.max(best, (times * 1_000_000) / (user + system))
  }
  return best
}

const shown = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s (${(1_000 / rate).toFixed(2)} ms)`

const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const store = await openStore<unknown>(`sqlite:${join(folder, 'sign-in.db')}`)
await migrate(store, signInMigrations)
const signIn = createAptosSignIn({ store, networks: ['mainnet'], authenticationKeyOf: async () => undefined })
const ask = { domain: 'explorer.example', uri: 'https://explorer.example/sign-in', timeout: 120 }
const text = 'x'.repeat(400)

console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
for (const [kind, create] of Object.entries(accountKinds)) {
  const account = create()
  const [key, signature, message] = [hexBytes(account.publicKey), hexBytes(account.sign(text)), Buffer.from(text)]
  const signatures = await perSecond(signaturesARound, async () => () => {
    for (let index = 0; index < signaturesARound; index += 1) {
      const reading = readPublicKey(key).readings.find((each) => verifySignature(each, message, signature))
      if (!reading || authenticationKey(key, reading.scheme) !== account.address) throw new Error('not verified')
    }
  })
  const whole = await perSecond(challengesARound, async () => {
    const proofs: { message: string; signature: string }[] = []
    for (let index = 0; index < challengesARound; index += 1) {
      const { message } = await signIn.requestChallenge({ ...ask, ...account, network: 'mainnet' })
      proofs.push({ message, signature: account.sign(message) })
    }
    return async () => {
      for (const proof of proofs) await signIn.verifyChallenge(proof)
    }
  })
  console.log(`${kind.padEnd(28)} signature ${shown(signatures).padEnd(22)} V1 ${shown(whole)}`)
}

const accounts = createAccounts({ store, perSecondMax: 50, scopes: [] })
const { session } = await accounts.sessions.open(accountKinds.Ed25519().address, 'mainnet')
const { key } = await accounts.keys.create(session.address, { name: 'bench' })
const lookUps = await perSecond(lookUpsARound, async () => async () => {
  for (let index = 0; index < lookUpsARound; index += 1)
    if (!(await accounts.keys.find(hashToken(key)))) throw new Error('not found')
})
console.log(`key look-up                  ${shown(lookUps)}`)

await accounts.close()
await store.close()
rmSync(folder, { recursive: true })
