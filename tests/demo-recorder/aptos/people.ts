import { demoWallets } from '#lib/demo/cast.ts'
import { Account } from './account.ts'
import { type AccountKey, ed25519Key, multiEd25519Key, multiKey, singleKey } from './keys.ts'

/** Most people sign with one Ed25519 key; these show the other ways to own an account. */
const keyKinds: Readonly<Record<string, (name: string) => AccountKey>> = {
  'Low Tide Fund': multiEd25519Key,
  'Kestrel Desk': singleKey,
  'Cove Traders': multiKey,
}

/** The demo's cast on Aptos, in the order of `demoWallets`. */
export function aptosPeople(): Account[] {
  return demoWallets.map(({ name }) => {
    const key = (keyKinds[name] ?? ed25519Key)(name)
    const account = new Account(name, key.address, key)
    account.octas = 50_000_000_000n
    return account
  })
}

export function person(people: readonly Account[], name: (typeof demoWallets)[number]['name']): Account {
  const found = people.find((account) => account.name === name)
  if (!found) throw new Error(`nobody is called ${name}`)
  return found
}
