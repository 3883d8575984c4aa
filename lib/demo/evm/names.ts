import { demoWallets } from '#lib/demo/cast.ts'

/** `mira-tolland.demo`: no such name can be registered in ENS. */
const nameOf = (name: string): string => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.demo`

/** Invented names of the demo ledger's people. */
export const demoNames = demoWallets.map(({ name, evm }) => ({ address: evm, name: nameOf(name) }))
