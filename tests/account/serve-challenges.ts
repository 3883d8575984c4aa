/* The sign-in API in a process of its own, which tests kill: `node serve-challenges.ts <database URL>` prints where it is. */
import { signInMigrations } from '#lib/account/migrations.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { startChallengeServer } from './challenge-server.ts'

const store = await openStore<unknown>(process.argv[2] ?? '')
await migrate(store, signInMigrations)
const server = await startChallengeServer({
  store,
  // A ledger without accounts: every address is its own key.
  aptos: { networks: ['mainnet'], authenticationKeyOf: async () => undefined },
})
console.log(server.baseUrl)
