import type { Store } from '#lib/store/store.ts'
import type { Clock } from './clock.ts'

/** The database and clock that all parts of accounts share. */
export type AccountStore = { store: Store<unknown>; clock: Clock }
