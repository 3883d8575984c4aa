/* A process for tests: starts as the product does, and prints the instance secret. Parameter: the URL. */

import { openStore } from '#lib/store/open.ts'
import { instanceSecret, storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { ledgerMigrations } from './ledger.ts'

const [url = ''] = process.argv.slice(2)
const store = await openStore(url)
await migrate(store, storeMigrations, ledgerMigrations)
console.log(Buffer.from(await instanceSecret(store)).toString('hex'))
await store.close()
